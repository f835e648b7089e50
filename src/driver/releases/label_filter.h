#pragma once

#include "src/value/value.h"

namespace kval::driver {

// Whether a label selector (`matchLabels`, `matchExpressions`) selects a map of strings. Null and an empty
// selector select everything.
bool IsSelected(const value::Value* selector, const value::Value& labels);

}  // namespace kval::driver
