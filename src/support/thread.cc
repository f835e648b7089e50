#include "src/support/thread.h"

#include <cstdint>
#include <exception>
#include <utility>

#include "src/support/native_thread.h"

namespace kval {

struct Thread::Started {
  std::function<void()> run;
  uintptr_t thread = 0;
};

Thread::Thread() = default;

Thread::Thread(std::function<void()> run) : started_(std::make_unique<Started>()) {
  started_->run = std::move(run);
  started_->thread = StartNativeThread(started_->run);
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
  JoinNativeThread(started_->thread);
  started_.reset();
}

}  // namespace kval
