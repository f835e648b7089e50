#pragma once

#include <optional>
#include <string>

#include "src/cli/open_document.h"
#include "src/lsp/schema_query.h"

namespace kval::cli {

// Returns the result of a completion in a ytt template or a Starlark file: of the modules, files and names in
// `load(…)`, and of the members of a loaded module. Nullopt for other requests and positions.
std::optional<std::string> AnswerLoadQuery(const lsp::SchemaQuery& query, const OpenDocuments& opened);

}  // namespace kval::cli
