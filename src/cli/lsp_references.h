#pragma once

#include <string>

#include "src/cli/command.h"
#include "src/cli/open_document.h"
#include "src/lsp/schema_query.h"

namespace kval::cli {

// Whether a request is about the places of a name.
bool IsAboutReferences(lsp::SchemaQuery::QueryKind kind);

// Returns the result of `references`, `prepareRename` or `rename`: a `Location[]`, a range with a
// placeholder, a `WorkspaceEdit`; or a rejection (lsp::RejectedResult) that says why a name cannot be
// renamed.
std::string AnswerReferences(const lsp::SchemaQuery& query, const OpenDocuments& opened,
                             const ProcessEnvironment& environment);

// Answers where the name of KCL code at a position is declared, in any package of the module.
std::string AnswerKclDeclaration(const lsp::SchemaQuery& query, const OpenDocuments& opened,
                                 const ProcessEnvironment& environment);

}  // namespace kval::cli
