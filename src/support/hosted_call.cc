#include "src/support/hosted_call.h"

namespace kval {
namespace {

// The stack of the thread, so to speak: a call that is made from within another ends before it.
thread_local const HostedCall* current = nullptr;

}  // namespace

HostedCall::HostedCall(const std::atomic<bool>* cancelled, std::optional<Clock::time_point> deadline)
    : outer_(current), cancelled_(cancelled), deadline_(deadline) {
  current = this;
}

HostedCall::~HostedCall() {
  current = outer_;
}

const HostedCall* HostedCall::Current() {
  return current;
}

void HostedCall::Poll() const {
  if (cancelled_ != nullptr && cancelled_->load(std::memory_order_relaxed)) {
    throw Cancelled(false);
  }
  if (deadline_ && Clock::now() >= *deadline_) {
    throw Cancelled(true);
  }
}

}  // namespace kval
