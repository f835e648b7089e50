#include <pthread.h>

#include <exception>
#include <system_error>
#include <utility>

#include "src/support/stack_limit.h"
#include "src/support/thread.h"

namespace kval {

struct Thread::Started {
  std::function<void()> run;
  pthread_t thread{};
};

namespace {

void* Run(void* run) noexcept {
  (*static_cast<std::function<void()>*>(run))();
  return nullptr;
}

}  // namespace

Thread::Thread() = default;

Thread::Thread(std::function<void()> run) : started_(std::make_unique<Started>()) {
  started_->run = std::move(run);
  pthread_attr_t attributes;
  ::pthread_attr_init(&attributes);
  ::pthread_attr_setstacksize(&attributes, ThreadStackSize());
  const int error = ::pthread_create(&started_->thread, &attributes, Run, &started_->run);
  ::pthread_attr_destroy(&attributes);
  if (error != 0) {
    throw std::system_error(error, std::generic_category(), "pthread_create");
  }
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
  ::pthread_join(started_->thread, nullptr);
  started_.reset();
}

}  // namespace kval
