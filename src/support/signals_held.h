#pragma once

#include <csignal>

namespace kval {

// Keeps the signals that end a program (interrupt, hang-up, termination) waiting, in the thread that makes it
// and in those that this thread begins meanwhile. A signal goes to any thread that does not keep it waiting:
// so every thread that is begun beside the one that works is begun while they are held.
class SignalsHeld {
 public:
  SignalsHeld();
  ~SignalsHeld();
  SignalsHeld(const SignalsHeld&) = delete;
  SignalsHeld& operator=(const SignalsHeld&) = delete;

  // Lets them reach the calling thread, which was begun meanwhile and works in place of the one that made
  // this.
  void ReleaseHere() const;
  // Whether one of them waits: what is not done yet should be left.
  bool IsInterrupted() const;

 private:
  sigset_t before_;
};

}  // namespace kval
