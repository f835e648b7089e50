// Uses by hosts other than calls from several threads: nested calls, waiting for another call, fork, and
// fiber stacks.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "include/kval/kval.h"

namespace kval::api {
namespace {

using Clock = std::chrono::steady_clock;

// Its validation calls a function that returns YAML, so only one thread at a time can use the schema. `n`
// sets the running time.
constexpr const char* kUnshared =
    "#@ def made():\n#@   for i in range(30):\n#@     n = i\n#@   end\nx: 1\n#@ end\n"
    "#@ def slow(v):\n#@   m = made()\n#@   for i in range(v):\n#@     n = i\n#@   end\n#@   return True\n#@ "
    "end\n"
    "#@data/values-schema\n---\n#@schema/validation (\"slow\", slow)\nn: 1\n";
constexpr const char* kShared = "#@data/values-schema\n---\nn: 1\n";

Schema Compiled(const std::string& text, std::shared_ptr<Reader> reader = nullptr) {
  SchemaRequest request;
  request.inputs.push_back({"schema.yml", text});
  request.limits = {{"starlark-steps", "1000000000000"}, {"check-steps", "1000000000000"}};
  request.reader = std::move(reader);
  const Schema::CompileResult compiled = Schema::Compile(request);
  EXPECT_TRUE(compiled.schema) << compiled.report.problem;
  return compiled.schema;
}

// Invokes `call` on every file read.
class CallingReader : public Reader {
 public:
  Kind KindOf(const std::string&) override { return Kind::kFile; }
  bool Read(const std::string&, std::string& text, std::string&) override {
    call();
    text = "n: 1\n";
    return true;
  }
  std::vector<std::string> List(const std::string&) override { return {}; }

  std::function<void()> call = [] {};
};

TEST(HostTest, ACallThatWaitsObeysItsTimeoutAndItsCancellation) {
  const Schema schema = Compiled(kUnshared);
  Cancellation first, second;
  std::atomic<bool> is_running = false;
  std::thread slow([&] {
    CallOptions control;
    control.cancellation = &first;
    is_running = true;
    EXPECT_EQ(schema.Check("n: 100000000000\n", "slow.yml", control).outcome, Outcome::kCancelled);
  });
  while (!is_running) {
    std::this_thread::yield();
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  CallOptions control;
  control.timeout = std::chrono::milliseconds(50);
  const auto begin = Clock::now();
  EXPECT_EQ(schema.Check("n: 1\n", "a.yml", control).outcome, Outcome::kLimit);
  EXPECT_EQ(schema.Describe("n: 1\n", 0, control).report.outcome, Outcome::kLimit);
  std::thread host([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    second.Cancel();
  });
  control = {};
  control.cancellation = &second;
  EXPECT_EQ(schema.Check("n: 1\n", "a.yml", control).outcome, Outcome::kCancelled);
  EXPECT_LT(Clock::now() - begin, std::chrono::seconds(20));
  first.Cancel();
  host.join();
  slow.join();
  EXPECT_EQ(schema.Check("n: 1\n", "a.yml").outcome, Outcome::kValid);
}

TEST(HostTest, CallsNest) {
  const auto reader = std::make_shared<CallingReader>();
  for (const char* text : {kShared, kUnshared}) {
    const Schema schema = Compiled(text, reader);
    const Schema other = Compiled(kUnshared);
    Report inner, of_other;
    reader->call = [&] {
      inner = schema.Check("n: x\n", "inner.yml");
      of_other = other.Check("n: x\n", "other.yml");
    };
    EXPECT_EQ(schema.CheckFile("outer.yml").outcome, Outcome::kValid);
    EXPECT_EQ(of_other.outcome, Outcome::kInvalid);
    EXPECT_EQ(inner.outcome, text == kShared ? Outcome::kInvalid : Outcome::kUnusable);
    EXPECT_EQ(inner.problem.find("by a call of this thread") != std::string::npos, text == kUnshared)
        << inner.problem;
    EXPECT_EQ(schema.Check("n: 1\n", "after.yml").outcome, Outcome::kValid);
  }
}

// Returns the outcome of `call` in a forked child process; -1 if a signal ended the child.
int OutcomeInChild(const std::function<Report()>& call) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::_exit(static_cast<int>(call().outcome));
  }
  int status = -1;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(HostTest, AForkedProcessUsesWhatNoOtherThreadWasUsing) {
  const Schema shared = Compiled(kShared), unshared = Compiled(kUnshared);
  EXPECT_EQ(OutcomeInChild([&] { return shared.Check("n: x\n", "a.yml"); }),
            static_cast<int>(Outcome::kInvalid));
  EXPECT_EQ(OutcomeInChild([&] { return unshared.Check("n: x\n", "a.yml"); }),
            static_cast<int>(Outcome::kInvalid));
  Cancellation cancellation;
  std::thread slow([&] {
    CallOptions control;
    control.cancellation = &cancellation;
    unshared.Check("n: 100000000000\n", "slow.yml", control);
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  EXPECT_EQ(OutcomeInChild([&] { return shared.Check("n: x\n", "a.yml"); }),
            static_cast<int>(Outcome::kInvalid));
  EXPECT_EQ(OutcomeInChild([&] { return unshared.Check("n: x\n", "a.yml"); }),
            static_cast<int>(Outcome::kUnusable));
  cancellation.Cancel();
  slow.join();
}

// Runs a function on a separately allocated stack, like a fiber.
class Fiber {
 public:
  Fiber(size_t size, std::function<void()> run) : stack_(size), run_(std::move(run)) {
    ::getcontext(&fiber_);
    fiber_.uc_stack.ss_sp = stack_.data();
    fiber_.uc_stack.ss_size = stack_.size();
    fiber_.uc_link = &host_;
    current = this;
    ::makecontext(
        &fiber_, [] { current->run_(); }, 0);
    ::swapcontext(&host_, &fiber_);
  }

 private:
  static inline Fiber* current = nullptr;
  std::vector<char> stack_;
  std::function<void()> run_;
  ucontext_t host_{}, fiber_{};
};

TEST(HostTest, FiberStackSizeIsGiven) {
  constexpr size_t kStack = size_t{2} << 20;
  const Schema schema = Compiled(kShared);
  CallOptions control;
  control.stack_size = kStack - (size_t{64} << 10);
  Report fine, deep;
  Fiber(kStack, [&] {
    fine = schema.Check("n: x\n", "a.yml", control);
    deep = schema.Check("n: " + std::string(900, '[') + std::string(900, ']') + "\n", "deep.yml", control);
  });
  EXPECT_EQ(fine.outcome, Outcome::kInvalid);
  EXPECT_TRUE(deep.outcome == Outcome::kInvalid || deep.outcome == Outcome::kLimit);
  EXPECT_EQ(schema.Check("n: 2\n", "after.yml").outcome, Outcome::kValid);
}

TEST(HostTest, TheHeaderNamesItsVersion) {
  EXPECT_EQ(Version(), KVAL_VERSION);
  EXPECT_EQ(std::string(KVAL_VERSION), std::to_string(KVAL_VERSION_MAJOR) + "." +
                                           std::to_string(KVAL_VERSION_MINOR) + "." +
                                           std::to_string(KVAL_VERSION_PATCH));
  static_assert(KVAL_VERSION_NUMBER >= 100);
}

}  // namespace
}  // namespace kval::api
