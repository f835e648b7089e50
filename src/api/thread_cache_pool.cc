#include "src/api/thread_cache_pool.h"

namespace kval::api {

ThreadCachePool::~ThreadCachePool() {
  for (std::atomic<ThreadCache*>& place : places_) {
    delete place.load();
  }
}

std::unique_ptr<ThreadCache> ThreadCachePool::Take() {
  for (std::atomic<ThreadCache*>& place : places_) {
    if (place.load(std::memory_order_relaxed) == nullptr) {
      continue;
    }
    if (std::unique_ptr<ThreadCache> kept(place.exchange(nullptr, std::memory_order_acquire));
        kept != nullptr) {
      return kept;
    }
  }
  return std::make_unique<ThreadCache>();
}

void ThreadCachePool::Put(std::unique_ptr<ThreadCache> kept) {
  for (std::atomic<ThreadCache*>& place : places_) {
    ThreadCache* none = nullptr;
    if (place.compare_exchange_strong(none, kept.get(), std::memory_order_release,
                                      std::memory_order_relaxed)) {
      kept.release();
      return;
    }
  }
}

}  // namespace kval::api
