#pragma once

#include <cstdint>

// The cost of regular expression matching. Patterns are evaluated far below the code that counts steps, so
// the cost is accumulated per thread and the counting code collects it after each evaluation.
namespace kval::types {

void AddMatchWork(uint64_t steps);
// Returns the cost added on this thread since the last call.
uint64_t TakeMatchWork();

}  // namespace kval::types
