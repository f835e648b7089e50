#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "src/cli/lsp/open_document.h"
#include "src/lsp/structure/text_tree.h"

namespace kval::cli {

// Returns the names that `source` (known_values.def) finds for the value at byte `at` of a document, each
// once. Objects are those of this text, of the other open documents, and of at most 200 files in the
// directory of `path`.
std::vector<std::string> FindNames(const lsp::TextTree& tree, size_t at, std::string_view source,
                                   const std::string& path, const OpenDocuments& opened);

}  // namespace kval::cli
