#pragma once

#include <string>
#include <vector>

#include "src/lsp/structure/path_references.h"
#include "src/source/file_reader.h"

namespace kval::cli {

// Returns the paths that the kustomizations of a text load. The text may be incomplete.
std::vector<lsp::PathReference> FindKustomizationPaths(const std::string& text);

// Returns the kustomizations that decide whether a manifest is complete, or a patch: the one in its
// directory, and those of the directories above that load it. `path` and the result are relative to the
// working directory, which bounds the search.
std::vector<std::string> KustomizationsOf(const std::string& path, source::FileReader& reader);

}  // namespace kval::cli
