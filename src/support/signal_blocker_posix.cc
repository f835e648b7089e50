#include <signal.h>

#include "src/support/signal_blocker.h"

#include <algorithm>

namespace kval {
namespace {

constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

}  // namespace

struct SignalBlocker::Signals {
  sigset_t blocked;
};

// Without `::`, because these functions are macros on macOS.
SignalBlocker::SignalBlocker() : before_(std::make_unique<Signals>()) {
  sigset_t held;
  sigemptyset(&held);
  for (const int signal : kSignals) {
    sigaddset(&held, signal);
  }
  ::pthread_sigmask(SIG_BLOCK, &held, &before_->blocked);
}

SignalBlocker::~SignalBlocker() {
  ::pthread_sigmask(SIG_SETMASK, &before_->blocked, nullptr);
}

void SignalBlocker::UnblockInThisThread() const {
  ::pthread_sigmask(SIG_SETMASK, &before_->blocked, nullptr);
}

bool SignalBlocker::IsInterrupted() const {
  sigset_t waiting;
  sigemptyset(&waiting);
  sigpending(&waiting);
  return std::ranges::any_of(kSignals, [&](const int signal) {
    return sigismember(&waiting, signal) == 1 && sigismember(&before_->blocked, signal) == 0;
  });
}

}  // namespace kval
