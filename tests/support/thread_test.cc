#include "src/support/thread.h"

#include <gtest/gtest.h>

#include <utility>

#include "src/support/native_stack.h"

namespace kval {
namespace {

TEST(Thread, HasTheStackForDocumentsOfStandardDepth) {
  size_t left = 0;
  Thread thread([&left] { left = StackLeft(); });
  thread.Join();
  EXPECT_GT(left, kStandardStack / 2);
}

TEST(Thread, MovesAndJoins) {
  int runs = 0;
  Thread first([&runs] { ++runs; });
  Thread second = std::move(first);
  // A thread that was moved is not started.
  EXPECT_FALSE(first.is_started());  // NOLINT(bugprone-use-after-move,clang-analyzer-cplusplus.Move)
  EXPECT_TRUE(second.is_started());
  second.Join();
  EXPECT_FALSE(second.is_started());
  EXPECT_EQ(runs, 1);
}

}  // namespace
}  // namespace kval
