#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <new>

namespace kval {

// The stack that the system gives to recursive code: what RLIMIT_STACK leaves (`ulimit -s`), never a
// constant, but at least what kStandardStack says.

// What documents of the standard depth need in every pass over them, with room to spare.
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

// For recursion over what was read that has no way to report: whoever can should ask HasStack and say where.
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

// Makes the system set the main thread's stack aside now, to be called once at the start of the program:
// otherwise a process that used up its address space would die of a signal when its stack grows. Takes
// address space only; false when the limit of it (`ulimit -v`) leaves no room, and nothing can be run.
bool ReserveStack();

// Calls `run`, in a thread with the standard stack when the system leaves the calling one less. Threads that
// are begun later get as much. Without the memory for it, `run` is called where it is, on the stack that
// there is. To be called once, from main.
int RunOnStandardStack(const std::function<int()>& run);

}  // namespace kval
