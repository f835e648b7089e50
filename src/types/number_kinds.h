#pragma once

#include "src/types/value_kind_set.h"

namespace kval::types {

// The kinds that bounds and divisors apply to.
inline constexpr ValueKindSet kNumberKinds = {value::Kind::kInt, value::Kind::kFloat};

}  // namespace kval::types
