#include "src/support/native_stack.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <thread>

namespace kval {
namespace {

// Recurses with frames of one kilobyte until HasStack() returns false. Returns the depth.
__attribute__((noinline)) size_t Descend(size_t levels) {
  volatile char capacity[1024];
  capacity[0] = 1;
  return HasStack() ? Descend(levels + 1) + capacity[0] - 1 : levels;
}

TEST(NativeStack, FollowsTheSystemsLimit) {
  rlimit limit{};
  ASSERT_EQ(::getrlimit(RLIMIT_STACK, &limit), 0);
  if (limit.rlim_cur == RLIM_INFINITY) {
    GTEST_SKIP() << "the stack is unlimited here";
  }
  EXPECT_LT(StackLeft(), limit.rlim_cur);
  EXPECT_GT(StackLeft(), limit.rlim_cur / 2);
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
