#pragma once

#include <optional>
#include <string>

#include "src/cli/command.h"
#include "src/cli/open_document.h"
#include "src/lsp/schema_query.h"

namespace kval::cli {

// Returns the JSON result of a request that needs only the content of open documents, such as symbols;
// nullopt for other requests. Needs no check; reads files only for the targets of links.
std::optional<std::string> AnswerStructureQuery(const lsp::SchemaQuery& query, const OpenDocuments& opened,
                                                const ProcessEnvironment& environment);

}  // namespace kval::cli
