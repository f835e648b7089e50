#include <fcntl.h>
#include <pthread.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <limits>
#include <system_error>

#include "src/support/stack_bounds.h"

namespace kval {
namespace {

size_t PageSize() {
  return static_cast<size_t>(::getauxval(AT_PAGESZ));
}

}  // namespace

// The stack of the main thread ends with the program's name; its size is measured from there, so that
// arguments and the environment count.
uintptr_t MainStackTop() {
  const uintptr_t name = ::getauxval(AT_EXECFN);
  const size_t page = PageSize();
  return name == 0 || page == 0 ? 0 : (name / page + 1) * page;
}

size_t MainStackLimit() {
  rlimit limit{};
  const bool is_limited = ::getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
  return is_limited ? static_cast<size_t>(limit.rlim_cur) : std::numeric_limits<size_t>::max();
}

StackBounds ThreadStack() {
  pthread_attr_t attributes;
  void* lowest = nullptr;
  size_t size = 0;
  if (::pthread_getattr_np(::pthread_self(), &attributes) != 0) {
    return {};
  }
  ::pthread_attr_getstack(&attributes, &lowest, &size);
  ::pthread_attr_destroy(&attributes);
  return {reinterpret_cast<uintptr_t>(lowest), size};
}

size_t AddressSpaceLeft() {
  constexpr size_t kAll = std::numeric_limits<size_t>::max();
  rlimit limit{};
  if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) {
    return kAll;
  }
  std::array<char, 32> text{};
  const int file = ::open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  const ssize_t size = file < 0 ? 0 : ::read(file, text.data(), text.size());
  if (file >= 0) {
    ::close(file);
  }
  size_t pages = 0;
  if (size <= 0 || std::from_chars(text.data(), text.data() + size, pages).ec != std::errc()) {
    return kAll;
  }
  const size_t taken = pages * PageSize();
  return taken < limit.rlim_cur ? static_cast<size_t>(limit.rlim_cur) - taken : 0;
}

}  // namespace kval
