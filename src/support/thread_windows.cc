#include <process.h>
#include <windows.h>

#include <cerrno>
#include <exception>
#include <system_error>
#include <utility>

#include "src/support/stack_limit.h"
#include "src/support/thread.h"

namespace kval {

struct Thread::Started {
  std::function<void()> run;
  HANDLE thread = nullptr;
};

namespace {

unsigned __stdcall Run(void* run) noexcept {
  (*static_cast<std::function<void()>*>(run))();
  return 0;
}

}  // namespace

Thread::Thread() = default;

Thread::Thread(std::function<void()> run) : started_(std::make_unique<Started>()) {
  started_->run = std::move(run);
  const uintptr_t thread = ::_beginthreadex(nullptr, static_cast<unsigned>(ThreadStackSize()), Run,
                                            &started_->run, STACK_SIZE_PARAM_IS_A_RESERVATION, nullptr);
  if (thread == 0) {
    throw std::system_error(errno, std::generic_category(), "_beginthreadex");
  }
  // NOLINTNEXTLINE(performance-no-int-to-ptr): the C library returns the handle as a number.
  started_->thread = reinterpret_cast<HANDLE>(thread);
}

Thread::~Thread() {
  if (is_started()) {
    std::terminate();
  }
}

Thread::Thread(Thread&& other) noexcept = default;

Thread& Thread::operator=(Thread&& other) noexcept {
  if (is_started()) {
    std::terminate();
  }
  started_ = std::move(other.started_);
  return *this;
}

void Thread::Join() {
  ::WaitForSingleObject(started_->thread, INFINITE);
  ::CloseHandle(started_->thread);
  started_.reset();
}

}  // namespace kval
