#include "src/driver/parallel_for.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

#include "src/support/signal_blocker.h"
#include "src/support/thread.h"

namespace kval::driver {

size_t ThreadCount(size_t tasks, size_t jobs) {
  const size_t processors = std::max<size_t>(1, std::thread::hardware_concurrency());
  return std::min(jobs == 0 ? processors : jobs, std::max<size_t>(1, tasks));
}

void ParallelFor(size_t count, size_t jobs, const std::function<void(size_t task, size_t thread)>& task) {
  std::atomic<size_t> next{0};
  std::exception_ptr exhausted;
  std::mutex exhausted_mutex;
  const auto work = [&](size_t thread) {
    try {
      for (size_t i = next++; i < count; i = next++) {
        task(i, thread);
      }
    } catch (const std::bad_alloc&) {
      const std::lock_guard lock(exhausted_mutex);
      exhausted = std::current_exception();
      next = count;
    }
  };
  std::vector<Thread> others;
  const size_t threads = ThreadCount(count, jobs);
  others.reserve(threads);
  // As many as there are do all of it.
  try {
    const SignalBlocker held;
    for (size_t i = 1; i < threads; ++i) {
      others.emplace_back([&work, i] { work(i); });
    }
  } catch (const std::system_error&) {
  } catch (const std::bad_alloc&) {
  }
  work(0);
  for (Thread& other : others) {
    other.Join();
  }
  if (exhausted != nullptr) {
    std::rethrow_exception(exhausted);
  }
}

}  // namespace kval::driver
