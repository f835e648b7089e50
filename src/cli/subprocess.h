#pragma once

#include <sys/types.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace kval::cli {

// Runs work in a forked copy of this process, which must have no other threads. A crash of the child does not
// affect this process, which can kill the child at any time.
class Subprocess {
 public:
  Subprocess() = default;
  ~Subprocess() { Kill(); }
  Subprocess(const Subprocess&) = delete;
  Subprocess& operator=(const Subprocess&) = delete;

  // Forks and runs `work` in the child; stdout is captured in text(), the return value in status(). Standard
  // input is empty. Returns false if fork failed. One at a time.
  bool Start(const std::function<int()>& work);

  // Runs a program that PATH has, without a shell. The exit code is kNotFound if there is no such program.
  bool Start(const std::vector<std::string>& words);
  static constexpr int kNotFound = 127;

  bool is_running() const { return process_ > 0; }
  // A descriptor that is readable when the child has written output.
  int stream() const { return stream_; }
  // Reads available output, blocking. Returns true when the child has ended.
  bool Take();
  // The child's output, and its exit code; nullopt if a signal ended it.
  const std::string& text() const { return text_; }
  std::optional<int> status() const { return status_; }

  // Kills the child if it is running.
  void Kill();

 private:
  void Wait();

  pid_t process_ = 0;
  int stream_ = -1;
  std::string text_;
  std::optional<int> status_;
};

}  // namespace kval::cli
