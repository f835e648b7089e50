#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace kval {

// The number of bytes to insert, remove, change or swap with their neighbour (optimal string alignment), or
// `limit` as soon as the distance is known to reach it.
size_t EditDistance(std::string_view a, std::string_view b, size_t limit);

// The candidate that the writer of `word` most likely meant, or an empty view. Case and `_`/`-` are
// folded; a candidate counts when its distance is less than half of the word's length and at most 3.
std::string_view Nearest(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace kval
