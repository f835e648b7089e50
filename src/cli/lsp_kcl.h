#pragma once

#include <optional>
#include <string>

#include "src/cli/open_document.h"
#include "src/lsp/schema_query.h"

namespace kval::cli {

// Returns the result of a hover, completion or declaration in a KCL file: about attributes of schemas, global
// names of the package, built-in functions, methods of strings, and KCL's modules. Needs only the contents,
// which may be incomplete. Nullopt for other requests and documents.
std::optional<std::string> AnswerKclQuery(const lsp::SchemaQuery& query, const OpenDocuments& opened);

}  // namespace kval::cli
