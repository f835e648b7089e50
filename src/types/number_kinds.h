#pragma once

#include "src/types/kind_set.h"

namespace kval::types {

// What bounds and divisors are about.
inline constexpr KindSet kNumberKinds = {value::Kind::kInt, value::Kind::kFloat};

}  // namespace kval::types
