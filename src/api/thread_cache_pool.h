#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <utility>

#include "src/support/thread_cache.h"

namespace kval::api {

// A pool of thread caches (support/thread_cache.h) for the calls of a schema: a call leases one and returns
// it. Never blocks: if all are leased, the call creates one, which is discarded if the pool is full.
class ThreadCachePool {
 public:
  ThreadCachePool() = default;
  ThreadCachePool(const ThreadCachePool&) = delete;
  ThreadCachePool& operator=(const ThreadCachePool&) = delete;
  ~ThreadCachePool();

  // One call's, for as long as it takes.
  class Lease {
   public:
    explicit Lease(ThreadCachePool* pool) : pool_(*pool), kept_(pool->Take()) {}
    ThreadCache* kept() const { return kept_.get(); }
    // Call after a completed call. An aborted call returns nothing, because its cache may be inconsistent.
    void Return() { pool_.Put(std::move(kept_)); }

   private:
    ThreadCachePool& pool_;
    std::unique_ptr<ThreadCache> kept_;
  };

 private:
  std::unique_ptr<ThreadCache> Take();
  void Put(std::unique_ptr<ThreadCache> kept);

  // One cache per concurrent caller, enough for most machines. The size of a cache is limited by the code
  // that inserts entries.
  std::array<std::atomic<ThreadCache*>, 16> places_ = {};
};

}  // namespace kval::api
