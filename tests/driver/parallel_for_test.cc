#include "src/driver/parallel_for.h"

#include <gtest/gtest.h>

#include <atomic>
#include <new>
#include <vector>

namespace kval::driver {
namespace {

TEST(ParallelFor, RunsEveryTaskOnce) {
  for (const size_t jobs : {0, 1, 2, 7, 200}) {
    std::vector<std::atomic<int>> done(100);
    std::atomic<bool> is_thread_known = true;
    ParallelFor(done.size(), jobs, [&](size_t task, size_t thread) {
      ++done[task];
      is_thread_known = is_thread_known && thread < ThreadCount(done.size(), jobs);
    });
    for (const std::atomic<int>& times : done) {
      EXPECT_EQ(times, 1) << jobs;
    }
    EXPECT_TRUE(is_thread_known);
  }
}

TEST(ParallelFor, UsesAtMostOneThreadPerTask) {
  EXPECT_EQ(ThreadCount(3, 8), 3u);
  EXPECT_EQ(ThreadCount(0, 8), 1u);
  EXPECT_EQ(ThreadCount(8, 3), 3u);
  EXPECT_GE(ThreadCount(1000, 0), 1u);
}

TEST(ParallelFor, MemoryThatRunsOutInAThreadIsTheCallers) {
  for (const size_t jobs : {1, 4}) {
    std::atomic<int> done = 0;
    const auto task = [&done](size_t i, size_t) {
      if (i == 5) {
        throw std::bad_alloc();
      }
      ++done;
    };
    EXPECT_THROW(ParallelFor(1000, jobs, task), std::bad_alloc);
    EXPECT_LT(done, 1000);
  }
}

}  // namespace
}  // namespace kval::driver
