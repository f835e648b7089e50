#pragma once

#include <string>
#include <unordered_map>

#include "src/types/model.h"

namespace kval::schemas::json_schema {

// Properties of the whole model that a writer needs first.
struct Survey {
  // How often each type is used, by the type behind all names.
  std::unordered_map<const types::Type*, int> uses;
  // Something in it means what JSON Schema's keywords do not: it describes values (keywords.h).
  bool is_of_values = false;
  bool has_unevaluated_items = false;
};

Survey SurveyOf(const types::Model& model);

// Whether a choice is one that `type` can say as a list of names.
bool IsListOfKinds(const types::Model& model, const types::Union& choice);

}  // namespace kval::schemas::json_schema
