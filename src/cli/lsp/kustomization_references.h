#pragma once

#include <string>
#include <vector>

#include "src/lsp/structure/path_references.h"

namespace kval::cli {

// Returns the paths that the kustomizations of a text load. The text may be incomplete.
std::vector<lsp::PathReference> FindKustomizationPaths(const std::string& text);

}  // namespace kval::cli
