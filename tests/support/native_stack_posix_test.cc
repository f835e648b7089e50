#include <gtest/gtest.h>
#include <sys/resource.h>

#include "src/support/native_stack.h"

namespace kval {
namespace {

TEST(NativeStack, FollowsTheSystemsLimit) {
  rlimit limit{};
  ASSERT_EQ(::getrlimit(RLIMIT_STACK, &limit), 0);
  if (limit.rlim_cur == RLIM_INFINITY) {
    GTEST_SKIP() << "the stack is unlimited here";
  }
  EXPECT_LT(StackLeft(), limit.rlim_cur);
  EXPECT_GT(StackLeft(), limit.rlim_cur / 2);
}

}  // namespace
}  // namespace kval
