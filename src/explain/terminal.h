#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace kval::explain {

struct TerminalStyle {
  bool color = false;
  uint32_t width = 100;  // of the lines of text; code is never broken
};

// Wraps `text` at `width` columns where spaces permit; code in backticks is not split. The first line starts
// in column `column`, others are indented by `indent`. Ends with a line break.
std::string WrapText(std::string_view text, uint32_t width, uint32_t indent, uint32_t column);

// Formats a page (src/explain/markdown.h) for a terminal: bold headings, text wrapped to the width, code
// indented below the name of its file. Omits the first heading, because the caller prints the title.
std::string RenderPage(std::string_view markdown, const TerminalStyle& style);

}  // namespace kval::explain
