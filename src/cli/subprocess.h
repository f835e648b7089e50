#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace kval::cli {

// Runs work in another process. A crash of the child does not affect this process, which can kill the child
// at any time.
class Subprocess {
 public:
  struct Work {
    // In a forked copy of this process, which must have no other threads.
    std::function<int()> run;
    // On Windows, which has no fork: what the command `kval lsp --worker` reads from its standard input to do
    // the same.
    std::function<std::string()> input;
  };

  Subprocess() = default;
  ~Subprocess() { Kill(); }
  Subprocess(const Subprocess&) = delete;
  Subprocess& operator=(const Subprocess&) = delete;

  // Starts the child; stdout is captured in text(), the exit code in status(). Returns false if the system
  // refuses it. One at a time.
  bool Start(const Work& work);

  // Runs a program that PATH has, without a shell; its standard input is empty. The exit code is kNotFound if
  // there is no such program.
  bool Start(const std::vector<std::string>& words);
  static constexpr int kNotFound = 127;

  bool is_running() const { return process_ != 0; }
  // A descriptor that is readable when the child has written output; -1 without child.
  int stream() const { return stream_; }
  // Reads available output, blocking. Returns true when the child has ended, or there is none.
  bool Take();
  // The child's output, and its exit code; nullopt if a signal ended it.
  const std::string& text() const { return text_; }
  std::optional<int> status() const { return status_; }

  // Kills the child if it is running.
  void Kill();

 private:
  // The child that has been started.
  void Begin(intptr_t process, int stream);
  void Wait();

  // One definition a system. AwaitEnd returns the exit code, and releases the process.
  static void Terminate(intptr_t process);
  static std::optional<int> AwaitEnd(intptr_t process);

  intptr_t process_ = 0;  // its id or handle
  int stream_ = -1;
  std::string text_;
  std::optional<int> status_;
};

}  // namespace kval::cli
