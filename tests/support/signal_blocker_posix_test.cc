#include "src/support/signal_blocker.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <thread>

#include "src/support/native_stack.h"

namespace kval {
namespace {

// Runs `work` in a child process. Returns its exit code, or minus the signal that ended it.
int EndOf(const std::function<int()>& work) {
  const pid_t child = ::fork();
  if (child == 0) {
    std::_Exit(work());
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

// Sends a signal to the process while signals are held. Returns 7 if the signal is pending.
int AskWhileHeld() {
  const SignalBlocker held;
  ::kill(::getpid(), SIGTERM);
  ::usleep(20'000);
  return held.IsInterrupted() ? 7 : 1;
}

TEST(SignalBlocker, WaitAndAreGivenBack) {
  EXPECT_EQ(EndOf(AskWhileHeld), -SIGTERM) << "it comes once they are no more held";
  EXPECT_EQ(EndOf([]() -> int {
              const SignalBlocker outer;
              std::_Exit(AskWhileHeld() == 1 && outer.IsInterrupted() ? 7 : 2);
            }),
            7)
      << "the inner one says nothing of what waits for the outer one";
}

TEST(SignalBlocker, ThreadsThatAreBegunMeanwhileTakeNone) {
  EXPECT_EQ(EndOf([]() -> int {
              const SignalBlocker held;
              std::thread([] { ::usleep(200'000); }).detach();
              ::kill(::getpid(), SIGTERM);
              ::usleep(20'000);
              std::_Exit(held.IsInterrupted() ? 7 : 1);
            }),
            7);
}

TEST(SignalBlocker, WaitingThreadReceivesNoSignals) {
  EXPECT_EQ(EndOf([] {
              rlimit limit{};
              ::getrlimit(RLIMIT_STACK, &limit);
              limit.rlim_cur = 1 << 20;
              ::setrlimit(RLIMIT_STACK, &limit);
              return RunOnStandardStack([]() -> int {
                const SignalBlocker held;
                ::kill(::getpid(), SIGTERM);
                ::usleep(20'000);
                std::_Exit(held.IsInterrupted() ? 7 : 1);
              });
            }),
            7);
}

}  // namespace
}  // namespace kval
