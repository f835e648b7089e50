#pragma once

#include <unordered_map>

#include "src/types/model.h"

namespace kval::schemas::json_schema {

// Properties of the whole model that the writer needs in advance.
struct ModelAnalysis {
  // The number of uses of each type, by the resolved type.
  std::unordered_map<const types::Type*, int> uses;
  // Whether the schema needs `x-kval-values` (keywords.h), because a part of the model has other semantics
  // than JSON Schema.
  bool is_of_values = false;
  bool has_unevaluated_items = false;
};

// Returns these properties of a model.
ModelAnalysis AnalyzeModel(const types::Model& model);

// Returns whether `type` can express a union as a list of type names.
bool IsTypeNameList(const types::Model& model, const types::Union& choice);

}  // namespace kval::schemas::json_schema
