#pragma once

#include <vector>

#include "src/cli/document_schema.h"
#include "src/lsp/completion_context.h"
#include "src/lsp/results.h"

namespace kval::cli {

// Adds kinds and API versions for the word, if it is the `kind` or `apiVersion` of a Kubernetes resource, and
// keys of a resource whose kind is not known. Requires: `schema` is compiled.
void AddResourceCompletions(const lsp::CompletionContext& typed, DocumentSchema& schema,
                            std::vector<lsp::CompletionItem>& items);

// Adds usual keys or values (known_values.h) for the word that `info` describes, unless the schema enumerates
// the values.
void AddKnownValues(const lsp::CompletionContext& typed, const api::SchemaInfo& info, DocumentSchema& schema,
                    std::vector<lsp::CompletionItem>& items);

}  // namespace kval::cli
