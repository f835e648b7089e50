#pragma once

#include <cstddef>
#include <cstdint>

namespace kval {

// For native_stack.cc: what the system reports about stacks. One source file a system.

// Returns the address behind the main thread's stack, or 0 if its size does not change.
uintptr_t MainStackTop();

// Returns the size that the main thread's stack may have, or the maximum if it has no limit.
size_t MainStackLimit();

struct StackBounds {
  uintptr_t lowest = 0;  // 0: unknown
  size_t size = 0;
};

// Returns the stack of the calling thread. Not for a main thread whose stack may grow.
StackBounds ThreadStack();

// Returns the address space that `ulimit -v` leaves, or the maximum if there is no limit or the usage is
// unknown.
size_t AddressSpaceLeft();

}  // namespace kval
