#pragma once

#include <algorithm>
#include <cstddef>
#include <string>

namespace kval::yaml {

// Makes room in a large text that grows on: four times what there is, and no more than `most`. It moves
// seldom then, for what it moves from stays with the process; room that nobody writes to takes no memory.
inline void MakeRoom(std::string& text, size_t most) {
  constexpr size_t kLarge = size_t{48} << 20;
  constexpr size_t kStep = size_t{16} << 20;  // more than a scalar has
  if (text.size() >= kLarge && text.capacity() - text.size() < kStep) {
    text.reserve(std::max(text.size() + kStep, std::min(4 * text.capacity(), most)) + kStep);
  }
}

}  // namespace kval::yaml
