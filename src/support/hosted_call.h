#pragma once

#include <atomic>
#include <chrono>
#include <exception>
#include <new>
#include <optional>

// Support for kval as a library in a host process, which must not be terminated. A HostedCall represents one
// API call, from entry to return, on one thread.
namespace kval {

// A KVAL_CHECK that does not hold, within a HostedCall: it ends the call, not the process. Passes all
// libraries and is caught where the call entered.
class InternalError : public std::exception {
 public:
  InternalError(const char* condition, const char* file, int line)
      : condition_(condition), file_(file), line_(line) {}

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
  // Whether the time limit of the call is exceeded.
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

  // Throws Cancelled if the call was cancelled or exceeded its time limit.
  void Poll() const;

 private:
  const HostedCall* outer_;
  const std::atomic<bool>* cancelled_;
  std::optional<Clock::time_point> deadline_;
};

// Call regularly, every few thousand steps, in all code that counts its work. Cost: reading the clock.
inline void PollHost() {
  if (const HostedCall* call = HostedCall::Current()) {
    call->Poll();
  }
}

}  // namespace kval
