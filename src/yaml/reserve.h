#pragma once

#include <algorithm>
#include <cstddef>
#include <string>

namespace kval::yaml {

// Reserves memory for a growing large text: four times its size, at most `most`. Reallocation is rare,
// because freed memory stays with the process; unused memory is never touched.
inline void ReserveForGrowth(std::string& text, size_t most) {
  constexpr size_t kLarge = size_t{48} << 20;
  constexpr size_t kStep = size_t{16} << 20;  // more than a scalar has
  if (text.size() >= kLarge && text.capacity() - text.size() < kStep) {
    text.reserve(std::max(text.size() + kStep, std::min(4 * text.capacity(), most)) + kStep);
  }
}

}  // namespace kval::yaml
