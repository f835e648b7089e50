#pragma once

#include "src/value/value.h"

namespace kval::kubernetes {

// Whether two objects are the same when fields that are null, an empty list or an empty map count as missing.
// So does the namespace `default`. The order of fields does not matter. Cost: linear in their sizes.
bool IsSameObject(const value::Value& a, const value::Value& b);

}  // namespace kval::kubernetes
