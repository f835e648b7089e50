#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <utility>

#include "src/support/kept.h"

namespace kval::api {

// A pool of thread caches (support/kept.h) for the calls of a schema: a call leases one and returns it. Never
// blocks: if all are leased, the call creates one, which is discarded if the pool is full.
class KeptPool {
 public:
  KeptPool() = default;
  KeptPool(const KeptPool&) = delete;
  KeptPool& operator=(const KeptPool&) = delete;
  ~KeptPool();

  // One call's, for as long as it takes.
  class Loan {
   public:
    explicit Loan(KeptPool* pool) : pool_(*pool), kept_(pool->Take()) {}
    Kept* kept() const { return kept_.get(); }
    // Call after a completed call. An aborted call returns nothing, because its cache may be inconsistent.
    void GiveBack() { pool_.Put(std::move(kept_)); }

   private:
    KeptPool& pool_;
    std::unique_ptr<Kept> kept_;
  };

 private:
  std::unique_ptr<Kept> Take();
  void Put(std::unique_ptr<Kept> kept);

  // As many threads as ask at once on most machines; what one keeps is bounded by who puts it there.
  std::array<std::atomic<Kept*>, 16> places_ = {};
};

}  // namespace kval::api
