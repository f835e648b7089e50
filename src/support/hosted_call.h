#pragma once

#include <atomic>
#include <chrono>
#include <exception>
#include <new>
#include <optional>
#include <string>

// What differs when kval is a library of a program that must go on whatever happens: one call of it is a
// HostedCall, from its entry to its return, on one thread.
namespace kval {

// A KVAL_CHECK that does not hold, within a HostedCall: it ends the call, not the process. Passes all
// libraries and is caught where the call entered.
class Bug : public std::exception {
 public:
  Bug(const char* condition, const char* file, int line) : condition_(condition), file_(file), line_(line) {}

  const char* what() const noexcept override { return condition_; }
  const char* file() const { return file_; }
  int line() const { return line_; }

 private:
  const char* condition_;
  const char* file_;
  int line_;
};

// Thrown when the host cancels the call or its time expires. Derived from std::bad_alloc like StackExhausted,
// because the call's resources were withdrawn.
class Cancelled : public std::bad_alloc {
 public:
  explicit Cancelled(bool is_late) : is_late_(is_late) {}

  const char* what() const noexcept override { return "the call was cancelled"; }
  // Its time is up.
  bool is_late() const { return is_late_; }

 private:
  bool is_late_;
};

class HostedCall {
 public:
  using Clock = std::chrono::steady_clock;

  // `cancelled` may be null; any thread may set it.
  HostedCall(const std::atomic<bool>* cancelled, std::optional<Clock::time_point> deadline);
  ~HostedCall();
  HostedCall(const HostedCall&) = delete;
  HostedCall& operator=(const HostedCall&) = delete;

  // The call of the current thread; null outside of the library.
  static const HostedCall* Current();

  // Throws Cancelled when there is no more use in going on.
  void Poll() const;

 private:
  const HostedCall* outer_;
  const std::atomic<bool>* cancelled_;
  std::optional<Clock::time_point> deadline_;
};

// To be called now and then by everything that counts its work: every few thousand steps. Costs as much as
// reading the clock.
inline void PollHost() {
  if (const HostedCall* call = HostedCall::Current()) {
    call->Poll();
  }
}

}  // namespace kval
