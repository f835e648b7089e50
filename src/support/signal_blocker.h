#pragma once

#include <csignal>

namespace kval {

// Blocks terminating signals (interrupt, hang-up, termination) in the constructing thread and in threads that
// it starts meanwhile. Create it before helper threads, because a signal is delivered to any thread that does
// not block it.
class SignalBlocker {
 public:
  SignalBlocker();
  ~SignalBlocker();
  SignalBlocker(const SignalBlocker&) = delete;
  SignalBlocker& operator=(const SignalBlocker&) = delete;

  // Unblocks the signals in the calling thread, which replaces the constructing thread.
  void UnblockInThisThread() const;
  // Returns whether a signal is pending; then remaining work should be skipped.
  bool IsInterrupted() const;

 private:
  sigset_t before_;
};

}  // namespace kval
