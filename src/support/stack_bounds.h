#pragma once

#include <cstddef>
#include <cstdint>

namespace kval {

// For native_stack.cc: what the system reports about stacks. One source file a system.

// Returns the address behind the main thread's stack, or 0 if it is unknown.
uintptr_t MainStackTop();

struct StackBounds {
  uintptr_t lowest = 0;  // 0: unknown
  size_t size = 0;
};

// Returns the stack of the calling thread. Not for the main thread, whose size may change.
StackBounds ThreadStack();

// Returns the address space that `ulimit -v` leaves, or the maximum if there is no limit or the usage is
// unknown.
size_t AddressSpaceLeft();

}  // namespace kval
