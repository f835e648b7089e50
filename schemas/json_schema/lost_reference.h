#pragma once

#include <string>
#include <string_view>

#include "schemas/json_schema/resources.h"
#include "src/support/edit_distance.h"

// References that lead nowhere.
namespace kval::schemas::json_schema {

// Whether it leads to the net, from which nothing is fetched.
bool IsRemote(const Resources& resources, ResourceId from, std::string_view reference);

// Returns a remedy: where a copy may be, or the intended reference. May be empty.
std::string HintForLost(Resources& resources, ResourceId from, std::string_view reference,
                        SuggestionBudget& suggestions);

}  // namespace kval::schemas::json_schema
