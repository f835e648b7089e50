#pragma once

#include <cstddef>
#include <cstdlib>

#include "src/support/out_of_memory.h"

namespace kval {

// An allocator for RapidJSON, which takes what its own one gives for granted: with no memory left that is a
// null pointer, which it writes to.
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
