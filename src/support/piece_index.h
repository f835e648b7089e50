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

// Many patterns, of which a text is compared with those alone whose piece it holds: a text that must stand
// somewhere in what a pattern matches. Of several the one counts that the fewest patterns before have.
class PieceIndex {
 public:
  // Of a long piece its beginning counts. A pattern without pieces is always asked.
  void Add(std::span<const std::string_view> pieces, size_t id);

  // The ids whose piece stands in the text, and those without one, in ascending order, each once.
  std::vector<size_t> In(std::string_view text) const;
  bool is_empty() const { return by_piece_.empty() && without_.empty(); }

 private:
  TextMap<std::string, std::vector<size_t>> by_piece_;
  std::set<size_t> sizes_;
  std::bitset<256> begins_;  // the bytes that pieces begin with
  std::vector<size_t> without_;
};

// What stands between the characters of `wild` in a pattern.
std::vector<std::string_view> PiecesOf(std::string_view pattern, std::string_view wild);

}  // namespace kval
