#pragma once

#include <cstddef>
#include <cstdint>

namespace kval {

// For native_stack.h: the floor of a stack of which the caller may use `size` more bytes.
uintptr_t GetStackLimit(size_t size);

// For thread.h: the stack size of threads that kval starts. That of the main thread, at least kStandardStack.
size_t ThreadStackSize();

}  // namespace kval
