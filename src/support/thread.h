#pragma once

#include <functional>
#include <memory>

namespace kval {

// A thread with the stack that recursive code needs: ThreadStackSize() of stack_limit.h. std::thread takes
// the C library's default, which is 128 KiB with musl and 512 KiB on macOS.
class Thread {
 public:
  Thread();
  // Exceptions must not leave `run`. Errors: throws std::system_error if the system refuses the thread.
  explicit Thread(std::function<void()> run);
  // Call Join before a started thread is destroyed or assigned to.
  ~Thread();
  Thread(Thread&& other) noexcept;
  Thread& operator=(Thread&& other) noexcept;

  bool is_started() const { return started_ != nullptr; }
  // Waits until `run` returned.
  void Join();

 private:
  struct Started;

  std::unique_ptr<Started> started_;
};

}  // namespace kval
