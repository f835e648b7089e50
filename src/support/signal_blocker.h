#pragma once

#include <memory>

namespace kval {

// Blocks terminating signals (interrupt, hang-up, termination) in the constructing thread and in threads that
// it starts meanwhile. Create it before helper threads, because a signal is delivered to any thread that does
// not block it. On Windows: the events of a console, in all threads; the process ends with the last blocker
// if one arrived.
class SignalBlocker {
 public:
  SignalBlocker();
  ~SignalBlocker();
  SignalBlocker(const SignalBlocker&) = delete;
  SignalBlocker& operator=(const SignalBlocker&) = delete;

  // Unblocks the signals in the calling thread, which replaces the constructing thread. Does nothing on
  // Windows.
  void UnblockInThisThread() const;
  // Returns whether a signal is pending; then remaining work should be skipped.
  bool IsInterrupted() const;

 private:
  struct Signals;  // one definition a system

  std::unique_ptr<Signals> before_;
};

}  // namespace kval
