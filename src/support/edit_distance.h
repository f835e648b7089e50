#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace kval {

// Returns the number of bytes to insert, remove, change or swap with their neighbour (optimal string
// alignment), or `limit` as soon as the distance is at least `limit`.
size_t EditDistance(std::string_view a, std::string_view b, size_t limit);

// Returns the candidate most similar to `word`, or an empty view. Ignores case and the difference of `_` and
// `-`; the distance must be less than half of the word's length and at most 3.
std::string_view Nearest(std::string_view word, std::span<const std::string_view> candidates);

// Bounds the comparisons for suggestions of one document, because each misspelt name is compared with all
// names. When it is exhausted, findings have no suggestion.
class SuggestionBudget {
 public:
  // Counts names; or their characters, where `most` is a number of these.
  explicit SuggestionBudget(size_t most = 1'000'000) : left_(most) {}

  // Charges the comparison of one name with `others` names. Returns false if the budget is exhausted.
  bool Take(size_t others);

 private:
  size_t left_;
};

}  // namespace kval
