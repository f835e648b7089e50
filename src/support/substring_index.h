#pragma once

#include <bitset>
#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/support/keyed_hash.h"

namespace kval {

// An index of many patterns by a literal substring that each match must contain. Of several substrings of a
// pattern, the one that the fewest earlier patterns use is indexed.
class SubstringIndex {
 public:
  // Adds a pattern. Only the beginning of a long piece is used. A pattern without pieces is always a
  // candidate.
  void Add(std::span<const std::string_view> pieces, size_t id);

  // Returns the ids of patterns whose substring occurs in the text, and of patterns without one, in ascending
  // order.
  std::vector<size_t> In(std::string_view text) const;
  bool is_empty() const { return by_piece_.empty() && unindexed_.empty(); }

 private:
  TextMap<std::string, std::vector<size_t>> by_piece_;
  std::set<size_t> sizes_;
  std::bitset<256> begins_;  // the bytes that pieces begin with
  std::vector<size_t> unindexed_;
};

// Splits a pattern at the characters of `wild`.
std::vector<std::string_view> SplitAtWildcards(std::string_view pattern, std::string_view wild);

}  // namespace kval
