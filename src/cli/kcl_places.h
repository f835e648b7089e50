#pragma once

#include "src/cli/key_places.h"
#include "src/cli/open_document.h"
#include "src/lsp/schema_query.h"
#include "src/support/result.h"

namespace kval::cli {

// Finds the places of a global name of KCL (a variable, schema, mixin, protocol, rule or type alias) in all
// files of the package of the document. Returns a failure if the position has no such name. For a rename:
// also the obstacles, of which some depend on the new name.
Result<KeyPlaces> FindKclPlaces(const lsp::SchemaQuery& query, const OpenDocuments& opened,
                                const ProcessEnvironment& environment);

}  // namespace kval::cli
