#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "src/lsp/structure/text_tree.h"

namespace kval::lsp {

// A line of Starlark code in a template, `#@ code` or `#@ code: value`, without its mark.
struct CodeLine {
  size_t line = 0;        // from 0
  size_t begin = 0;       // of its line in the text
  size_t end = 0;         // without the line break
  std::string_view code;  // without spaces around it
};

// Returns the lines of a template that consist of code.
std::vector<CodeLine> FindCodeLines(std::string_view text);

// A block of code in a template, from its first line to its `#@ end`, ends included.
struct CodeBlock {
  CodeLine first;
  CodeLine last;
};

// Returns the blocks of a template in the order of their first lines. A block without an end has only
// its first line.
std::vector<CodeBlock> FindCodeBlocks(std::string_view text);

// The name that a line defines: `def name(…):`; empty for other code.
std::string_view DefinedFunction(std::string_view code);

}  // namespace kval::lsp
