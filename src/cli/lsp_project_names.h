#pragma once

#include <string>
#include <vector>

#include "include/kval/kval.h"
#include "src/lsp/completion_context.h"
#include "src/lsp/results.h"

namespace kval::cli {

// Adds the rules and limits that a project file may name at the place that `info` describes. `path`: of the
// file.
void AddProjectNames(const lsp::CompletionContext& typed, const api::SchemaInfo& info,
                     const std::string& path, std::vector<lsp::CompletionItem>& items);

// Describes the rule or limit that a key of a project file names, in Markdown; empty for other keys.
std::string ProjectNameHover(const api::SchemaInfo& info, const std::string& path);

}  // namespace kval::cli
