#pragma once

#include <string>

#include "src/cli/command.h"
#include "src/cli/open_document.h"
#include "src/lsp/schema_query.h"

namespace kval::cli {

// Whether a request needs only the content of open documents.
bool IsAboutStructure(lsp::SchemaQuery::QueryKind kind);

// Returns the JSON result of such a request. Needs no check; reads files only for
// the targets of links.
std::string AnswerStructureQuery(const lsp::SchemaQuery& query, const OpenDocuments& opened,
                                 const ProcessEnvironment& environment);

}  // namespace kval::cli
