#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <utility>

#include "src/support/kept.h"

namespace kval::api {

// What the calls of a schema keep for the calls that come after them (support/kept.h), whatever threads the
// host has: a call borrows one and gives it back. Nobody waits: where all are lent the call makes its own,
// and where all places are taken it is dropped.
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
    // To be called when the call came to its end. A call that was broken off, by a bug or its host, gives
    // nothing back: what it left may be half done.
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
