#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "src/support/result.h"

namespace kval::cli {

// `90s`, `2m`, `1m30s`, `500ms`, or a number of seconds.
Result<std::chrono::milliseconds> ParseDuration(std::string_view text);

// Ends the process when a run takes too long: `expire` is called on a thread of its own, which shares nothing
// with the run, and must not return. Whoever comes first, the run with its result or the deadline, is the
// only one to write anything.
class Deadline {
 public:
  // No deadline when `after` is zero. Throws std::bad_alloc where the system refuses the thread.
  Deadline(std::chrono::milliseconds after, std::function<void()> expire);
  ~Deadline();
  Deadline(const Deadline&) = delete;
  Deadline& operator=(const Deadline&) = delete;

  // The run is done. Does not return when the deadline was first.
  void Meet();

 private:
  void Watch(std::chrono::milliseconds after);

  std::function<void()> expire_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_met_ = false;
  std::thread watch_;
};

}  // namespace kval::cli
