#pragma once

#include <unordered_set>

#include "src/types/type.h"

namespace kval::schemas {

// Returns the fields of a record that have the same key as another field once keys are converted to strings,
// as in JSON and KCL: `80` and `"80"`, or `1.0` and `1.00`. Empty for nearly all schemas. Cost: linear in the
// fields.
std::unordered_set<const types::Field*> FieldsWithCollidingKeys(const types::Record& record);

}  // namespace kval::schemas
