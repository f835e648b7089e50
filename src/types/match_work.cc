#include "src/types/match_work.h"

#include <utility>

namespace kval::types {
namespace {

thread_local uint64_t work = 0;

}  // namespace

void AddMatchWork(uint64_t steps) {
  work += steps;
}

uint64_t TakeMatchWork() {
  return std::exchange(work, 0);
}

}  // namespace kval::types
