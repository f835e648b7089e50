#pragma once

#include <string>
#include <vector>

#include "src/cli/open_document.h"
#include "src/lsp/structure/structure_results.h"
#include "src/lsp/structure/symbols.h"

namespace kval::cli {

// Returns links from the names of files in an open document to the files that exist: those of
// lsp::FindPathReferences, and the files of a kustomization.
std::vector<lsp::DocumentLink> FindLinks(const std::string& path, lsp::TextLanguage language,
                                         const OpenDocuments& opened);

}  // namespace kval::cli
