#include <pthread.h>

#include <bit>
#include <system_error>

#include "src/support/native_thread.h"
#include "src/support/stack_limit.h"

namespace kval {
namespace {

void* Run(void* run) noexcept {
  (*static_cast<std::function<void()>*>(run))();
  return nullptr;
}

}  // namespace

uintptr_t StartNativeThread(std::function<void()>& run) {
  pthread_attr_t attributes;
  ::pthread_attr_init(&attributes);
  ::pthread_attr_setstacksize(&attributes, ThreadStackSize());
  pthread_t thread{};
  const int error = ::pthread_create(&thread, &attributes, Run, &run);
  ::pthread_attr_destroy(&attributes);
  if (error != 0) {
    throw std::system_error(error, std::generic_category(), "pthread_create");
  }
  return std::bit_cast<uintptr_t>(thread);  // a number or a pointer
}

void JoinNativeThread(uintptr_t thread) {
  ::pthread_join(std::bit_cast<pthread_t>(thread), nullptr);
}

}  // namespace kval
