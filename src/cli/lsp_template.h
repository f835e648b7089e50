#pragma once

#include <optional>
#include <string>

#include "src/cli/open_document.h"
#include "src/lsp/schema_query.h"

namespace kval::cli {

// Returns the result of a hover, completion or declaration in an action `{{ … }}` of a Helm chart's template:
// about values, Helm's other data, functions and named templates. Nullopt for other requests, documents and
// positions.
std::optional<std::string> AnswerTemplateQuery(const lsp::SchemaQuery& query, const OpenDocuments& opened,
                                               const ProcessEnvironment& environment);

}  // namespace kval::cli
