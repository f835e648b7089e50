#include "src/driver/parallel_checks.h"

#include <gtest/gtest.h>

#include <atomic>
#include <new>
#include <string>
#include <vector>

namespace kval::driver {
namespace {

constexpr diag::Def<size_t> kFinding{diag::Kind::kNoInput, "check {}"};

FileResult ResultWith(size_t findings, size_t check, uint64_t steps) {
  FileResult result;
  diag::Emitter emit(&result.findings);
  for (size_t i = 0; i < findings; ++i) {
    emit.Report({}, kFinding, check).Emit();
  }
  result.steps = steps;
  return result;
}

std::vector<std::string> MessagesOf(const ParallelCheckResults& all) {
  std::vector<std::string> messages;
  for (const FileResult& result : all.results) {
    for (const diag::Diagnostic& finding : result.findings.diagnostics()) {
      messages.push_back(finding.message);
    }
  }
  return messages;
}

TEST(RunParallelChecks, ResultsAreInTheOrderOfTheChecks) {
  for (const size_t jobs : {0, 1, 2, 7}) {
    std::atomic<size_t> calls = 0, most_done = 0;
    ParallelCheckOptions options{jobs, 1000};
    options.progress = [&](size_t done, size_t all) {
      EXPECT_EQ(all, 50u);
      for (size_t known = most_done; done > known && !most_done.compare_exchange_weak(known, done);) {
      }
    };
    const ParallelCheckResults all = RunParallelChecks(50, options, [&](const ParallelCheck& check) {
      ++calls;
      return ResultWith(check.index % 3, check.index, 1);
    });
    EXPECT_EQ(calls, 50u) << jobs;
    EXPECT_EQ(most_done, 50u) << jobs;
    EXPECT_EQ(all.results.size(), 50u);
    EXPECT_FALSE(all.first_unchecked.has_value());
    std::vector<std::string> expected;
    for (size_t i = 0; i < 50; ++i) {
      expected.insert(expected.end(), i % 3, "check " + std::to_string(i));
    }
    EXPECT_EQ(MessagesOf(all), expected) << jobs;
  }
}

TEST(RunParallelChecks, TheFirstCheckBeyondTheStepsDoesNotDependOnThreads) {
  for (const size_t jobs : {1, 2, 7}) {
    const ParallelCheckOptions options{jobs, 1000, 100};
    const ParallelCheckResults all = RunParallelChecks(30, options, [](const ParallelCheck& check) {
      EXPECT_LE(check.allowed_steps, 100u);
      return ResultWith(1, check.index, 9);
    });
    EXPECT_EQ(all.first_unchecked, 11u) << jobs;  // 99 steps before
    EXPECT_EQ(all.results.size(), 11u) << jobs;
    EXPECT_EQ(MessagesOf(all).back(), "check 10") << jobs;
  }
}

TEST(RunParallelChecks, KeepsTheFirstFindingOfEachKindBeyondTheLimit) {
  for (const size_t jobs : {1, 7}) {
    const ParallelCheckResults all = RunParallelChecks(
        10, {jobs, 5}, [](const ParallelCheck& check) { return ResultWith(2, check.index, 0); });
    size_t dropped = 0;
    for (const FileResult& result : all.results) {
      for (const auto& [kind, count] : result.findings.dropped()) {
        dropped += count;
      }
    }
    EXPECT_GE(MessagesOf(all).size(), 5u);
    EXPECT_EQ(MessagesOf(all).size() + dropped, 20u) << jobs;
    EXPECT_EQ(MessagesOf(all).front(), "check 0");
  }
}

TEST(RunParallelChecks, ExhaustedMemoryInAThreadIsThrownToTheCaller) {
  const auto check = [](const ParallelCheck& given) {
    if (given.index == 5) {
      throw std::bad_alloc();
    }
    return FileResult();
  };
  for (const size_t jobs : {1, 4}) {
    EXPECT_THROW(RunParallelChecks(1000, {jobs, 5}, check), std::bad_alloc);
  }
}

}  // namespace
}  // namespace kval::driver
