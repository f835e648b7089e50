#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

#include "src/cli/command.h"
#include "src/support/thread.h"

namespace kval::cli {

// A progress line on a terminal, shown once a run takes longer than Times::first. It is updated in place and
// removed at the end.
class Progress {
 public:
  using Write = std::function<void(std::string_view text)>;

  struct Times {
    std::chrono::milliseconds first{1000};  // until the line appears
    std::chrono::milliseconds again{200};   // between updates
  };

  // If `write` is empty, nothing is shown.
  Progress(Write write, Times times);
  explicit Progress(Write write);
  // Removes the line.
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Reports progress: `done` of `all`. Threads: any.
  void Update(size_t done, size_t all);
  // Returns Update as a function, for code that does not depend on terminals; null if nothing is shown.
  std::function<void(size_t done, size_t all)> ProgressCallback();

 private:
  void Show();
  std::string Line(std::chrono::steady_clock::time_point begun) const;

  Write write_;
  Times times_;
  std::atomic<size_t> done_{0}, all_{0};
  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_over_ = false;
  Thread thread_;
};

// The escape sequence that removes the line: returns to the first column and clears the line.
inline constexpr std::string_view kWipe = "\r\x1b[K";

// Returns a function that writes to standard error immediately, bypassing collected output; empty if standard
// error is not a terminal or `-q` is set.
Progress::Write ProgressWriter(bool is_quiet, const ProcessEnvironment& environment);

}  // namespace kval::cli
