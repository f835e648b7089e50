#include "src/support/signal_blocker.h"

#include <initializer_list>

namespace kval {
namespace {

constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

}  // namespace

SignalBlocker::SignalBlocker() {
  sigset_t held;
  ::sigemptyset(&held);
  for (const int signal : kSignals) {
    ::sigaddset(&held, signal);
  }
  ::pthread_sigmask(SIG_BLOCK, &held, &before_);
}

SignalBlocker::~SignalBlocker() {
  ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

void SignalBlocker::UnblockInThisThread() const {
  ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

bool SignalBlocker::IsInterrupted() const {
  sigset_t waiting;
  ::sigemptyset(&waiting);
  ::sigpending(&waiting);
  for (const int signal : kSignals) {
    if (::sigismember(&waiting, signal) == 1 && ::sigismember(&before_, signal) == 0) {
      return true;
    }
  }
  return false;
}

}  // namespace kval
