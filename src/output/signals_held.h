#pragma once

#include <csignal>

namespace kval::output {

// Keeps the signals that end a program (interrupt, hang-up, termination) waiting while files are half done.
class SignalsHeld {
 public:
  SignalsHeld();
  ~SignalsHeld();
  SignalsHeld(const SignalsHeld&) = delete;
  SignalsHeld& operator=(const SignalsHeld&) = delete;

  // Whether one of them waits: what is not done yet should be left.
  bool IsInterrupted() const;

 private:
  sigset_t before_;
};

}  // namespace kval::output
