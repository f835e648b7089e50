#include "src/api/kept_pool.h"

#include <utility>

namespace kval::api {

KeptPool::~KeptPool() {
  for (std::atomic<Kept*>& place : places_) {
    delete place.load();
  }
}

std::unique_ptr<Kept> KeptPool::Take() {
  for (std::atomic<Kept*>& place : places_) {
    if (place.load(std::memory_order_relaxed) == nullptr) {
      continue;
    }
    if (std::unique_ptr<Kept> kept(place.exchange(nullptr, std::memory_order_acquire)); kept != nullptr) {
      return kept;
    }
  }
  return std::make_unique<Kept>();
}

void KeptPool::Put(std::unique_ptr<Kept> kept) {
  for (std::atomic<Kept*>& place : places_) {
    Kept* none = nullptr;
    if (place.compare_exchange_strong(none, kept.get(), std::memory_order_release,
                                      std::memory_order_relaxed)) {
      kept.release();
      return;
    }
  }
}

}  // namespace kval::api
