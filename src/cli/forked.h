#pragma once

#include <sys/types.h>

#include <functional>
#include <optional>
#include <string>

namespace kval::cli {

// Work that is done in a copy of this process, which must have no other threads: whatever becomes of the
// copy, this process goes on, and may end it at any time.
class Forked {
 public:
  Forked() = default;
  ~Forked() { Kill(); }
  Forked(const Forked&) = delete;
  Forked& operator=(const Forked&) = delete;

  // Forks and runs `work` in the child; stdout is captured in text(), the return value in status(). Standard
  // input is empty. Returns false if fork failed. One at a time.
  bool Start(const std::function<int()>& work);

  bool is_running() const { return process_ > 0; }
  // Can be read from when there is something to be taken.
  int stream() const { return stream_; }
  // Reads available output, blocking. Returns true when the child has ended.
  bool Take();
  // The child's output, and its exit code; nullopt if a signal ended it.
  const std::string& text() const { return text_; }
  std::optional<int> status() const { return status_; }

  // Ends it, when it runs.
  void Kill();

 private:
  void Wait();

  pid_t process_ = 0;
  int stream_ = -1;
  std::string text_;
  std::optional<int> status_;
};

}  // namespace kval::cli
