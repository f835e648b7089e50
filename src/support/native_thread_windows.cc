#include <process.h>
#include <windows.h>

#include <cerrno>
#include <system_error>

#include "src/support/native_thread.h"
#include "src/support/stack_limit.h"

namespace kval {
namespace {

unsigned __stdcall Run(void* run) noexcept {
  (*static_cast<std::function<void()>*>(run))();
  return 0;
}

}  // namespace

uintptr_t StartNativeThread(std::function<void()>& run) {
  const uintptr_t thread = ::_beginthreadex(nullptr, static_cast<unsigned>(ThreadStackSize()), Run, &run,
                                            STACK_SIZE_PARAM_IS_A_RESERVATION, nullptr);
  if (thread == 0) {
    throw std::system_error(errno, std::generic_category(), "_beginthreadex");
  }
  return thread;
}

void JoinNativeThread(uintptr_t thread) {
  // NOLINTNEXTLINE(performance-no-int-to-ptr): the C library returns the handle as a number.
  auto* handle = reinterpret_cast<HANDLE>(thread);
  ::WaitForSingleObject(handle, INFINITE);
  ::CloseHandle(handle);
}

}  // namespace kval
