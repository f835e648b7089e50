#include "src/support/thread.h"

#include <exception>
#include <system_error>
#include <utility>

#include "src/support/stack_limit.h"

namespace kval {
namespace {

void* Run(void* run) noexcept {
  (*static_cast<std::function<void()>*>(run))();
  return nullptr;
}

}  // namespace

Thread::Thread(std::function<void()> run) : run_(std::make_unique<std::function<void()>>(std::move(run))) {
  pthread_attr_t attributes;
  ::pthread_attr_init(&attributes);
  ::pthread_attr_setstacksize(&attributes, ThreadStackSize());
  const int error = ::pthread_create(&thread_, &attributes, Run, run_.get());
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

Thread::Thread(Thread&& other) noexcept : run_(std::move(other.run_)), thread_(other.thread_) {}

Thread& Thread::operator=(Thread&& other) noexcept {
  if (is_started()) {
    std::terminate();
  }
  run_ = std::move(other.run_);
  thread_ = other.thread_;
  return *this;
}

void Thread::Join() {
  ::pthread_join(thread_, nullptr);
  run_.reset();
}

}  // namespace kval
