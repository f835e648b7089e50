#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string_view>

#include "src/support/result.h"
#include "src/support/thread.h"

namespace kval::cli {

// `90s`, `2m`, `1m30s`, `500ms`, or a number of seconds.
Result<std::chrono::milliseconds> ParseDuration(std::string_view text);

// Ends the process when a run exceeds its deadline: calls `expire`, which must not return and must not share
// data with the run, on the deadline's thread or on the run's. Only the first of the two writes output; a
// deadline that expires while the run writes truncates its output.
class Deadline {
 public:
  // The phase of the run.
  enum class Phase : uint8_t { kWorking, kWriting, kDisarmed };

  // If `after` is zero, there is no deadline. Errors: throws std::bad_alloc if the system refuses the thread.
  Deadline(std::chrono::milliseconds after, std::function<void(Phase)> expire);
  ~Deadline();
  Deadline(const Deadline&) = delete;
  Deadline& operator=(const Deadline&) = delete;

  // Call before output is written. Does not return if the deadline expired before.
  void BeginWriting() { Reach(Phase::kWriting); }
  // Call when the run is complete, or has effects that must be completed. Does not return if the deadline
  // expired before.
  void Disarm() { Reach(Phase::kDisarmed); }
  // Returns a lock: an expired deadline waits until it is released.
  std::unique_lock<std::mutex> Hold() { return std::unique_lock<std::mutex>(mutex_); }

 private:
  using Clock = std::chrono::steady_clock;
  void Reach(Phase phase);
  void Watch();

  std::function<void(Phase)> expire_;
  Clock::time_point end_ = Clock::time_point::max();
  std::mutex mutex_;
  std::condition_variable changed_;
  Phase phase_ = Phase::kWorking;
  Thread watch_;
};

}  // namespace kval::cli
