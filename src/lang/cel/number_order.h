#pragma once

#include "src/lang/cel/value.h"

namespace kval::cel {

bool IsNan(const Value& value);

// Returns -1, 0 or 1 for two numbers of any kind, by value. Requires: none is NaN.
int OrderNumbers(const Value& a, const Value& b);

}  // namespace kval::cel
