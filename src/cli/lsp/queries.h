#pragma once

#include <string>

#include "src/cli/command.h"
#include "src/cli/lsp/open_document.h"
#include "src/lsp/schema_query.h"

namespace kval::cli {

// Returns the result of a request about a position in an open document: a `Hover`, a `CompletionItem[]`, a
// `Location`, or `null`. Uses the schema that CheckOpenDocuments uses. Changes the working directory.
std::string AnswerQuery(const lsp::SchemaQuery& question, const OpenDocuments& opened,
                        const ProcessEnvironment& environment);

}  // namespace kval::cli
