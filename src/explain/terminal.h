#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace kval::explain {

struct TerminalStyle {
  bool color = false;
  uint32_t width = 100;  // of the lines of text; code is never broken
};

// `text` in lines of at most `width` columns, as far as blanks allow it; what stands in backticks is not
// parted. The first line starts in column `column`, all others `indent` blanks from the left. Ends with a
// line break.
std::string FilledText(std::string_view text, uint32_t width, uint32_t indent, uint32_t column);

// A page (src/explain/markdown.h) for reading in a terminal: headings strong, text filled to the width, code
// indented below the name of its file. The first heading is left out: who prints a page has its title.
std::string RenderPage(std::string_view markdown, const TerminalStyle& style);

}  // namespace kval::explain
