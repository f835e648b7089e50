#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "src/lsp/edit_results.h"

namespace kval::lsp {

// Returns the edit that indents the empty line at a position of a YAML text, which a line break has just
// started: below `key:` and the header of a block scalar by `tab_size`, below an item at the first key of its
// mapping. Nullopt if the line is not empty, or is indented already. Cost: linear in the text.
std::optional<FileEdit> FindIndentation(std::string_view text, size_t at, size_t tab_size);

}  // namespace kval::lsp
