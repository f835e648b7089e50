#pragma once

#include <sys/types.h>

#include <atomic>
#include <mutex>
#include <string_view>
#include <thread>

namespace kval::api {

// Admits one call at a time to a schema that threads cannot share.
class CallQueue {
 public:
  // The turn of one call, from its construction to its end. Waits while another call has its turn and throws
  // Cancelled once the waiting call is cancelled or its time is up.
  class QueueTurn {
   public:
    // `queue`: null if the call needs no turn.
    explicit QueueTurn(CallQueue* queue);
    ~QueueTurn();
    QueueTurn(const QueueTurn&) = delete;
    QueueTurn& operator=(const QueueTurn&) = delete;

    // Why the call would wait forever; empty if it has its turn.
    std::string_view refusal() const { return refusal_; }

   private:
    CallQueue* queue_;
    std::string_view refusal_;
  };

 private:
  // Returns why a call of this thread must not wait for the active call; empty if it may wait.
  std::string_view Refusal() const;

  std::timed_mutex mutex_;
  std::atomic<std::thread::id> thread_;  // of the call that has its turn
  std::atomic<pid_t> process_ = 0;       // its process; 0: not known yet, or none
};

}  // namespace kval::api
