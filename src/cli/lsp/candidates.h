#pragma once

#include <vector>

#include "include/kval/kval.h"
#include "src/cli/lsp/document_schema.h"
#include "src/lsp/completion_context.h"
#include "src/lsp/results.h"

namespace kval::cli {

// Removes the keys and values that the check would reject next to the other content of the document, although
// their type allows them: `restartPolicy: Always` in a Job, `hostPath` next to `emptyDir`, a second item in a
// list of unique items. A key that lacks others, or whose value is not complete, remains. `info` describes
// the word. Cost: a check of the document for each item; large documents keep all items. Requires: `schema`
// is compiled.
void RemoveRejected(const lsp::CompletionContext& typed, const api::SchemaInfo& info, DocumentSchema& schema,
                    std::vector<lsp::CompletionItem>& items);

}  // namespace kval::cli
