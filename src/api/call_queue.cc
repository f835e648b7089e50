#include "src/api/call_queue.h"

#include <unistd.h>

#include <chrono>

#include "src/support/hosted_call.h"

namespace kval::api {
namespace {

// How often a waiting call checks whether it was cancelled.
constexpr std::chrono::milliseconds kPatience{5};

}  // namespace

std::string_view CallQueue::Refusal() const {
  if (thread_.load() == std::this_thread::get_id()) {
    return "the schema is in use by a call of this thread, which must return first: its functions make YAML";
  }
  const pid_t process = process_.load();
  if (process != 0 && process != ::getpid()) {
    return "the schema was in use by another thread when the process forked; compile it again";
  }
  return {};
}

CallQueue::QueueTurn::QueueTurn(CallQueue* queue) : queue_(queue) {
  if (queue_ == nullptr) {
    return;
  }
  refusal_ = queue_->Refusal();
  while (refusal_.empty() && !queue_->mutex_.try_lock_for(kPatience)) {
    PollHost();
    refusal_ = queue_->Refusal();
  }
  if (refusal_.empty()) {
    queue_->thread_ = std::this_thread::get_id();
    queue_->process_ = ::getpid();
  }
}

CallQueue::QueueTurn::~QueueTurn() {
  if (queue_ != nullptr && refusal_.empty()) {
    queue_->process_ = 0;
    queue_->thread_ = std::thread::id();
    queue_->mutex_.unlock();
  }
}

}  // namespace kval::api
