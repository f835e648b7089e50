#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/lsp/completion_context.h"
#include "src/lsp/results.h"

// Documents that are JSON Schemas, as an editor edits them.
namespace kval::cli {

// Whether a document is a JSON Schema: by its `$schema`, or by a name such as `app.schema.json`. The text may
// be incomplete.
bool IsJsonSchema(std::string_view text, std::string_view name);

// Returns a schema of the keywords of the draft that the text names, with descriptions
// (json_schema_keywords.def).
std::string SchemaOfJsonSchemas(std::string_view text);

// Adds the schemas in the text that the word may refer to, if it is the value of `$ref`.
void AddSchemaReferences(const lsp::CompletionContext& typed, std::vector<lsp::CompletionItem>& items);

}  // namespace kval::cli
