#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace kval::explain {

struct TerminalStyle {
  bool color = false;
  uint32_t width = 100;  // of the lines of text; code is never broken
};

// A page (src/explain/markdown.h) for reading in a terminal: headings strong, text filled to the width, code
// indented below the name of its file. The first heading is left out: who prints a page has its title.
std::string RenderPage(std::string_view markdown, const TerminalStyle& style);

}  // namespace kval::explain
