#pragma once

#include "src/cli/lsp/key_places.h"
#include "src/cli/lsp/open_document.h"
#include "src/lsp/schema_query.h"
#include "src/support/result.h"

namespace kval::cli {

// Finds the places of an attribute of KCL schemas in all packages of the module of the document:
// declarations, also in schemas that inherit it, keys of configs, and reads. Returns a failure if the
// position names no attribute. For a rename: also the obstacles, of which some depend on the new name.
Result<KeyPlaces> FindKclMemberPlaces(const lsp::SchemaQuery& query, const OpenDocuments& opened,
                                      const ProcessEnvironment& environment);

}  // namespace kval::cli
