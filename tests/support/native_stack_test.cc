#include "src/support/native_stack.h"

#include <gtest/gtest.h>

#include <thread>

namespace kval {
namespace {

// Recurses with frames of one kilobyte until HasStack() returns false. Returns the depth.
__attribute__((noinline)) size_t Descend(size_t levels) {
  volatile char capacity[1024];
  capacity[0] = 1;
  return HasStack() ? Descend(levels + 1) + capacity[0] - 1 : levels;
}

TEST(NativeStack, CheckedRecursionStopsBeforeOverflow) {
  EXPECT_GT(Descend(0), 50U);
}

TEST(NativeStack, AThreadHasItsOwn) {
  size_t levels = 0;
  std::thread([&levels] { levels = Descend(0); }).join();
  EXPECT_GT(levels, 50U);
}

}  // namespace
}  // namespace kval
