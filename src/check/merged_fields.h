#pragma once

#include "src/check/validation_state.h"
#include "src/types/model.h"

namespace kval::check {

// Collects every field that `type` declares for a map, including fields from `allOf`, `anyOf` and `then`
// subschemas whether or not they apply. The first declaration of a name wins. Returns an empty record once
// the worker's comparison budget is exhausted.
types::Record CollectAllFields(const types::Model& model, types::TypeId type, ValidationState& worker);

}  // namespace kval::check
