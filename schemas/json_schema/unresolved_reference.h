#pragma once

#include <string>
#include <string_view>

#include "schemas/json_schema/schema_resources.h"
#include "src/support/edit_distance.h"

// Hints for unresolved references.
namespace kval::schemas::json_schema {

// Returns whether a reference has a remote URI; nothing is downloaded.
bool IsRemote(const SchemaResources& resources, ResourceId from, std::string_view reference);

// Returns a hint: where a copy may be, or a similar valid reference. May be empty.
std::string HintForUnresolvedReference(SchemaResources& resources, ResourceId from,
                                       std::string_view reference, SuggestionBudget& suggestions);

}  // namespace kval::schemas::json_schema
