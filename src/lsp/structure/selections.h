#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "src/lsp/structure/symbols.h"
#include "src/lsp/structure/text_tree.h"

namespace kval::lsp {

// Returns the ranges around each position, the innermost first: each is larger than the one before and
// contains it; the last one is the text.
//   YAML and JSON: comment, content of a string, scalar, entry or item, collection, document
//   KCL and Starlark: line, blocks by indentation
std::vector<std::vector<ByteRange>> FindSelections(std::string_view text, TextLanguage language,
                                                   const std::vector<size_t>& positions);

}  // namespace kval::lsp
