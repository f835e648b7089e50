#pragma once

#include <string>
#include <vector>

#include "src/lsp/completion_context.h"
#include "src/lsp/results.h"

namespace kval::cli {

// Adds the names of files and directories for the word, if it is a path in a kustomization, a project file, a
// helmfile, a workflow, or an Application, HelmRelease or Kustomization of Argo CD or Flux. `path`: of the
// document, absolute. Names that its list has already are left out.
void AddFileNames(const lsp::CompletionContext& typed, const std::string& path,
                  std::vector<lsp::CompletionItem>& items);

}  // namespace kval::cli
