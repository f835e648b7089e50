#include "src/types/regex_cost.h"

#include <utility>

namespace kval::types {
namespace {

thread_local uint64_t work = 0;

}  // namespace

void AddRegexCost(uint64_t steps) {
  work += steps;
}

uint64_t TakeRegexCost() {
  return std::exchange(work, 0);
}

}  // namespace kval::types
