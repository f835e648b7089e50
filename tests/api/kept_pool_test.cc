#include "src/api/kept_pool.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace kval::api {
namespace {

struct Calls {
  int count = 0;
};

TEST(KeptPoolTest, ACallFindsWhatTheLastOneKept) {
  KeptPool pool;
  for (int i = 0; i < 3; ++i) {
    KeptPool::Loan loan(&pool);
    EXPECT_EQ(loan.kept()->Of<Calls>().count++, i);
    loan.GiveBack();
  }
}

TEST(KeptPoolTest, CallsAtTheSameTimeHaveTheirOwn) {
  KeptPool pool;
  KeptPool::Loan one(&pool);
  KeptPool::Loan other(&pool);
  EXPECT_NE(one.kept(), other.kept());
  one.GiveBack();
  other.GiveBack();
}

TEST(KeptPoolTest, ACallThatIsBrokenOffLeavesNothing) {
  KeptPool pool;
  {
    KeptPool::Loan loan(&pool);
    loan.kept()->Of<Calls>().count = 7;
  }
  KeptPool::Loan next(&pool);
  EXPECT_EQ(next.kept()->Of<Calls>().count, 0);
}

TEST(KeptPoolTest, ManyThreadsNeverShareOne) {
  KeptPool pool;
  std::vector<std::thread> threads;
  for (int i = 0; i < 24; ++i) {
    threads.emplace_back([&pool] {
      for (int k = 0; k < 2000; ++k) {
        KeptPool::Loan loan(&pool);
        Calls& calls = loan.kept()->Of<Calls>();
        const int before = calls.count;
        calls.count = before + 1;
        EXPECT_EQ(calls.count, before + 1);
        loan.GiveBack();
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
}

}  // namespace
}  // namespace kval::api
