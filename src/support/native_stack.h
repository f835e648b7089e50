#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <new>

namespace kval {

// The stack that the system gives to recursive code: what RLIMIT_STACK leaves (`ulimit -s`), never a
// constant, but at least what kStandardStack says.

// The stack that every pass over a document of standard depth needs, with a margin.
constexpr size_t kStandardStack = size_t{8} << 20;

// The lowest address that recursion may reach on the calling thread. Below it lies a reserve for what does
// not ask: libraries, and the code that reports that the stack is used up. Found when it is first asked for.
uintptr_t FindStackFloor();
extern constinit thread_local uintptr_t found_stack_floor;  // 0: not yet
inline uintptr_t StackFloor() {
  return found_stack_floor != 0 ? found_stack_floor : FindStackFloor();
}

// Whether recursion may go on. Costs a comparison.
inline bool HasStack() {
  return reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) > StackFloor();
}

// The stack is used up. Like std::bad_alloc, which it is a kind of, it passes all libraries and is caught at
// the program's edge (cli/commands.cc): KV025.
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

// How many bytes lie between the caller's frame and the floor.
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
