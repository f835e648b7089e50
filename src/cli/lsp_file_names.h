#pragma once

#include <string>
#include <vector>

#include "src/lsp/completion_context.h"
#include "src/lsp/results.h"

namespace kval::cli {

// Adds the names of files and directories for the word, if it is a path in a kustomization or in a project
// file. `path`: of the document, absolute. Names that its list has already are left out.
void AddFileNames(const lsp::CompletionContext& typed, const std::string& path,
                  std::vector<lsp::CompletionItem>& items);

}  // namespace kval::cli
