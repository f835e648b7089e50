#pragma once

#include <cstdint>

#include "src/support/limits.h"

namespace kval::kubernetes {

// The budget for validating resources.
struct StepTotals {
  Limits limits;
  uint64_t steps = 0;  // of checks and of rules in CEL, of all resources so far
};

}  // namespace kval::kubernetes
