#pragma once

#include <cstdint>

// The cost of regular expression matching. Patterns are evaluated in code without access to the step counter,
// so the cost is accumulated per thread, and the counter collects it after each evaluation.
namespace kval::types {

// Adds to the cost of this thread.
void AddRegexCost(uint64_t steps);
// Returns the cost added on this thread since the last call.
uint64_t TakeRegexCost();

}  // namespace kval::types
