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

  // Begins; what `work` writes to standard output is what it gives, and its result is the copy's exit status.
  // Its standard input is empty. False when the system has no room for another process. One at a time.
  bool Start(const std::function<int()>& work);

  bool is_running() const { return process_ > 0; }
  // Can be read from when there is something to be taken.
  int stream() const { return stream_; }
  // Takes what is there, waiting for it. True when the copy has ended.
  bool Take();
  // What it wrote, and its exit status; nothing where a signal ended it.
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
