#include "src/support/native_stack.h"

#include <algorithm>
#include <exception>

#include "src/support/signal_blocker.h"
#include "src/support/stack_bounds.h"
#include "src/support/stack_limit.h"
#include "src/support/thread.h"

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

size_t MainStackSize() {
  return std::min(MainStackLimit(), kUnlimited);
}

uintptr_t FloorOfThread() {
  const StackBounds stack = ThreadStack();
  return stack.lowest == 0 ? 0 : stack.lowest + ReserveOf(stack.size);
}

uintptr_t FindFloor() {
  const uintptr_t top = MainStackTop();
  const size_t size = MainStackSize();
  const auto here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  const bool is_main = here < top && top - here < size;
  return is_main ? top - size + ReserveOf(size) : FloorOfThread();
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

size_t ThreadStackSize() {
  return std::max(MainStackSize(), kStandardStack);
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
  auto* end = static_cast<volatile char*>(__builtin_alloca(here - lowest));
  *end = 0;
  return true;
}

int RunOnStandardStack(const std::function<int()>& run) {
  if (MainStackSize() >= kStandardStack) {
    return run();
  }
  // The thread that merely waits would take signals that the other one keeps waiting.
  const SignalBlocker held;
  int result = 0;
  try {
    Thread thread([&] {
      held.UnblockInThisThread();
      result = run();
    });
    thread.Join();
  } catch (const std::exception&) {
    held.UnblockInThisThread();
    return run();
  }
  return result;
}

}  // namespace kval
