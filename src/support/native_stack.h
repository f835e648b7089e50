#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <new>

namespace kval {

// The stack available to recursive code: the size that RLIMIT_STACK (`ulimit -s`) allows, but at least
// kStandardStack.

// The stack size that every recursive function needs for a document of standard depth, with a margin.
constexpr size_t kStandardStack = size_t{8} << 20;

// The lowest stack address that recursion may use on the calling thread. The stack below it is reserved for
// libraries, which do not check, and for code that reports an exhausted stack. Computed on first use.
uintptr_t FindStackFloor();
extern constinit thread_local uintptr_t found_stack_floor;  // 0: not computed yet
inline uintptr_t StackFloor() {
  return found_stack_floor != 0 ? found_stack_floor : FindStackFloor();
}

// Returns whether recursion may continue. Cost: one comparison.
inline bool HasStack() {
  return reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) > StackFloor();
}

// The stack is exhausted. A kind of std::bad_alloc: it propagates through libraries and is caught at the
// entry points of the program (cli/commands.cc), which report KV025.
class StackExhausted : public std::bad_alloc {
 public:
  const char* what() const noexcept override { return "the stack is used up"; }
};

[[noreturn]] void ThrowStackExhausted();

// For recursion over input that cannot report an error. Code that can report a location calls HasStack.
inline void NeedStack() {
  if (!HasStack()) {
    ThrowStackExhausted();
  }
}

// Returns the number of bytes between the caller's frame and the floor.
inline size_t StackLeft() {
  const auto here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  return here > StackFloor() ? here - StackFloor() : 0;
}

// Reserves the main thread's stack; call once at program start. Without it, a process that exhausted its
// address space is killed when the stack grows. Uses address space only. Returns false if `ulimit -v` does
// not permit it; then nothing can run.
bool ReserveStack();

// Calls `run`, on a thread with the standard stack if the calling thread has less; later threads get the
// same. Falls back to the current stack if memory is short. Call once, from main.
int RunOnStandardStack(const std::function<int()>& run);

}  // namespace kval
