#pragma once

#include <cstddef>
#include <cstdlib>

#include "src/support/out_of_memory.h"

namespace kval {

// An allocator for RapidJSON that throws std::bad_alloc. RapidJSON does not check its default allocator's
// result and would write to a null pointer.
class ThrowingAllocator {
 public:
  static const bool kNeedFree = true;

  void* Malloc(size_t size) { return size == 0 ? nullptr : Given(std::malloc(size)); }
  void* Realloc(void* place, size_t, size_t size) {
    if (size == 0) {
      std::free(place);
      return nullptr;
    }
    return Given(std::realloc(place, size));
  }
  static void Free(void* place) { std::free(place); }

 private:
  static void* Given(void* place) {
    if (place == nullptr) {
      RunOutOfMemory();
    }
    return place;
  }
};

}  // namespace kval
