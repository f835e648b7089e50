#pragma once

#include <cstddef>

namespace kval {

// Fills `size` bytes (at most 256) with unpredictable bytes of the system. Returns false if it refuses them.
bool FillWithRandomBytes(void* bytes, size_t size);

}  // namespace kval
