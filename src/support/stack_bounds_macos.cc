#include <pthread.h>
#include <sys/resource.h>

#include <limits>

#include "src/support/stack_bounds.h"

namespace kval {
namespace {

uintptr_t TopOfThisThread() {
  return reinterpret_cast<uintptr_t>(::pthread_get_stackaddr_np(::pthread_self()));
}

}  // namespace

uintptr_t MainStackTop() {
  // Only the main thread can read its bounds. Every run calls this there first (ReserveStack).
  static const uintptr_t top = ::pthread_main_np() != 0 ? TopOfThisThread() : 0;
  return top;
}

size_t MainStackLimit() {
  rlimit limit{};
  const bool is_limited = ::getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
  return is_limited ? static_cast<size_t>(limit.rlim_cur) : std::numeric_limits<size_t>::max();
}

StackBounds ThreadStack() {
  const size_t size = ::pthread_get_stacksize_np(::pthread_self());
  return {TopOfThisThread() - size, size};
}

// macOS does not enforce a limit of the address space.
size_t AddressSpaceLeft() {
  return std::numeric_limits<size_t>::max();
}

}  // namespace kval
