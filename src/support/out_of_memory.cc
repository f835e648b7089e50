#include "src/support/out_of_memory.h"

#include <sys/mman.h>

#include <atomic>
#include <cstddef>
#include <new>

namespace kval {
namespace {

constexpr size_t kReserve = size_t{16} << 20;

// The one thing that must be known where nothing can be passed on: an operator new that fails.
std::atomic<void*> reserve = nullptr;

void GiveBackAndThrow() {
  if (void* place = reserve.exchange(nullptr); place != nullptr) {
    ::munmap(place, kReserve);
  }
  throw std::bad_alloc();
}

}  // namespace

// Untouched pages occupy no memory. If the reservation fails, the run continues without it.
void SetMemoryAside() {
  void* place = ::mmap(nullptr, kReserve, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  reserve = place == MAP_FAILED ? nullptr : place;
  std::set_new_handler(GiveBackAndThrow);
}

void RunOutOfMemory() {
  if (const std::new_handler handler = std::get_new_handler(); handler != nullptr) {
    handler();
  }
  throw std::bad_alloc();
}

}  // namespace kval
