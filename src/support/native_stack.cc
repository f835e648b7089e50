#include "src/support/native_stack.h"

#include <alloca.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include "src/support/signal_blocker.h"
#include "src/support/stack_limit.h"

namespace kval {
namespace {

constexpr size_t kLeastReserve = size_t{64} << 10;
constexpr size_t kMostReserve = size_t{512} << 10;
// For `ulimit -s unlimited`: enough for every recursion within the limits.
constexpr size_t kUnlimited = size_t{256} << 20;
constexpr size_t kPage = 4096;
// Minimum heap next to the stack.
constexpr size_t kLeastHeap = size_t{1} << 20;

size_t ReserveOf(size_t size) {
  return std::clamp(size / 8, std::min(kLeastReserve, size / 2), kMostReserve);
}

// The stack of the main thread ends with the program's name; its size is measured from there, so that
// arguments and the environment count.
uintptr_t MainStackTop() {
  const uintptr_t name = getauxval(AT_EXECFN);
  return name == 0 ? 0 : (name / kPage + 1) * kPage;
}

bool HasNoStackLimit() {
  rlimit limit{};
  return ::getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY;
}

size_t MainStackSize() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) {
    return kUnlimited;
  }
  return std::min<size_t>(limit.rlim_cur, kUnlimited);
}

// Returns the address space that RLIMIT_AS leaves; unlimited where /proc does not report the usage.
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
  const size_t taken = pages * kPage;
  return taken < limit.rlim_cur ? limit.rlim_cur - taken : 0;
}

// Applies to threads started later.
void SetStackOfThreads(size_t size) {
  pthread_attr_t attributes;
  ::pthread_attr_init(&attributes);
  ::pthread_attr_setstacksize(&attributes, size);
  ::pthread_setattr_default_np(&attributes);
  ::pthread_attr_destroy(&attributes);
}

uintptr_t FloorOfThread() {
  pthread_attr_t attributes;
  void* lowest = nullptr;
  size_t size = 0;
  if (::pthread_getattr_np(::pthread_self(), &attributes) != 0) {
    return 0;
  }
  ::pthread_attr_getstack(&attributes, &lowest, &size);
  ::pthread_attr_destroy(&attributes);
  return reinterpret_cast<uintptr_t>(lowest) + ReserveOf(size);
}

uintptr_t FindFloor() {
  const uintptr_t top = MainStackTop();
  const size_t size = MainStackSize();
  const auto here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  const bool is_main = here < top && top - here < size;
  return is_main ? top - size + ReserveOf(size) : FloorOfThread();
}

struct Task {
  const std::function<int()>& run;
  const SignalBlocker& held;
  int result = 0;
};

void* RunTask(void* given) {
  auto* task = static_cast<Task*>(given);
  task->held.UnblockInThisThread();
  task->result = task->run();
  return nullptr;
}

}  // namespace

constinit thread_local uintptr_t found_stack_floor = 0;

uintptr_t FindStackFloor() {
  found_stack_floor = std::max(FindFloor(), uintptr_t{1});
  return found_stack_floor;
}

uintptr_t GetStackLimit(size_t size) {
  const auto here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  return here > size ? here - size + ReserveOf(size) : 1;
}

void ThrowStackExhausted() {
  throw StackExhausted();
}

// One byte at the far end is touched: the system extends the stack to there, and gives memory to that page
// only.
__attribute__((noinline)) bool ReserveStack() {
  const auto here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  const uintptr_t lowest = MainStackTop() - MainStackSize() + 4 * kPage;
  if (here <= lowest || here - lowest >= kUnlimited) {
    return true;
  }
  if (AddressSpaceLeft() < here - lowest + kLeastHeap) {
    return false;
  }
  auto* end = static_cast<volatile char*>(alloca(here - lowest));
  *end = 0;
  return true;
}

int RunOnStandardStack(const std::function<int()>& run) {
  if (HasNoStackLimit()) {
    // Threads would get two megabytes then (glibc), and find less in the same input than the main one.
    SetStackOfThreads(kUnlimited);
  }
  if (MainStackSize() >= kStandardStack) {
    return run();
  }
  // The thread that merely waits would take signals that the other one keeps waiting.
  const SignalBlocker held;
  Task task{run, held};
  SetStackOfThreads(kStandardStack);
  pthread_t thread{};
  const bool is_started = ::pthread_create(&thread, nullptr, RunTask, &task) == 0;
  if (!is_started) {
    held.UnblockInThisThread();
    return run();
  }
  ::pthread_join(thread, nullptr);
  return task.result;
}

}  // namespace kval
