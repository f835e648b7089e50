#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "src/cli/lsp/open_document.h"
#include "src/lsp/structure/text_tree.h"

namespace kval::cli {

// Returns the names that a value of a kustomization may have by the resources that it loads, each once.
// `field`: `group`, `version`, `kind`, `name` or `namespace` of resources that have the other ones of these
// fields in the mapping around the value; `image`: of containers; `scalable`: names of resources with
// replicas. Reads at most 200 files of the repository.
std::vector<std::string> LoadedNames(const lsp::TextTree& tree, size_t node, std::string_view field,
                                     const std::string& path, const OpenDocuments& opened);

}  // namespace kval::cli
