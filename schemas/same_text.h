#pragma once

#include <unordered_set>

#include "src/types/type.h"

namespace kval::schemas {

// The fields of a record that cannot be said beside another where keys are texts, as in JSON and KCL: `80`
// beside
// `"80"`, the second of `1.0` and `1.00`. Empty for all but a few schemas; linear in the fields.
std::unordered_set<const types::Field*> FieldsWithTextOfAnother(const types::Record& record);

}  // namespace kval::schemas
