#include "src/api/thread_cache_pool.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace kval::api {
namespace {

struct Calls {
  int count = 0;
};

TEST(ThreadCachePoolTest, ACallFindsWhatTheLastOneKept) {
  ThreadCachePool pool;
  for (int i = 0; i < 3; ++i) {
    ThreadCachePool::Lease loan(&pool);
    EXPECT_EQ(loan.kept()->Of<Calls>().count++, i);
    loan.Return();
  }
}

TEST(ThreadCachePoolTest, ConcurrentCallsUseSeparateCaches) {
  ThreadCachePool pool;
  ThreadCachePool::Lease one(&pool);
  ThreadCachePool::Lease other(&pool);
  EXPECT_NE(one.kept(), other.kept());
  one.Return();
  other.Return();
}

TEST(ThreadCachePoolTest, ACallThatIsBrokenOffLeavesNothing) {
  ThreadCachePool pool;
  {
    ThreadCachePool::Lease loan(&pool);
    loan.kept()->Of<Calls>().count = 7;
  }
  ThreadCachePool::Lease next(&pool);
  EXPECT_EQ(next.kept()->Of<Calls>().count, 0);
}

TEST(ThreadCachePoolTest, ManyThreadsNeverShareOne) {
  ThreadCachePool pool;
  std::vector<std::thread> threads;
  for (int i = 0; i < 24; ++i) {
    threads.emplace_back([&pool] {
      for (int k = 0; k < 2000; ++k) {
        ThreadCachePool::Lease loan(&pool);
        Calls& calls = loan.kept()->Of<Calls>();
        const int before = calls.count;
        calls.count = before + 1;
        EXPECT_EQ(calls.count, before + 1);
        loan.Return();
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
}

}  // namespace
}  // namespace kval::api
