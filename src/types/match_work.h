#pragma once

#include <cstdint>

// What matching regular expressions takes. Patterns are asked far below those who count the steps of a check,
// through predicates of many kinds; so it is noted for the thread, as what the stack leaves is
// (support/native_stack.h), and whoever counts takes it after each question.
namespace kval::types {

void AddMatchWork(uint64_t steps);
// What was added on this thread since it was asked last.
uint64_t TakeMatchWork();

}  // namespace kval::types
