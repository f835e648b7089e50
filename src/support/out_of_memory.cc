#include "src/support/out_of_memory.h"

#include <atomic>
#include <cstddef>
#include <new>

#include "src/support/pages.h"

namespace kval {
namespace {

constexpr size_t kReserve = size_t{16} << 20;

// The one thing that must be known where nothing can be passed on: an operator new that fails.
std::atomic<std::byte*> reserve = nullptr;

void GiveBackAndThrow() {
  if (std::byte* place = reserve.exchange(nullptr); place != nullptr) {
    UnmapChunk(place, kReserve);
  }
  throw std::bad_alloc();
}

}  // namespace

// If the reservation fails, the run continues without it.
void SetMemoryAside() {
  reserve = ReserveChunk(kReserve);
  std::set_new_handler(GiveBackAndThrow);
}

void RunOutOfMemory() {
  if (const std::new_handler handler = std::get_new_handler(); handler != nullptr) {
    handler();
  }
  throw std::bad_alloc();
}

}  // namespace kval
