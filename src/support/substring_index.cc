#include "src/support/substring_index.h"

#include <algorithm>

namespace kval {
namespace {

// Each size costs a look-up for each place of a text.
constexpr size_t kLongestPiece = 16;

}  // namespace

void SubstringIndex::Add(std::span<const std::string_view> pieces, size_t id) {
  std::string_view best;
  size_t fewest = 0;
  for (std::string_view piece : pieces) {
    piece = piece.substr(0, kLongestPiece);
    const auto known = by_piece_.find(piece);
    const size_t others = known == by_piece_.end() ? 0 : known->second.size();
    const bool is_better =
        best.empty() || others < fewest || (others == fewest && piece.size() > best.size());
    if (!piece.empty() && is_better) {
      best = piece;
      fewest = others;
    }
  }
  if (best.empty()) {
    unindexed_.push_back(id);
    return;
  }
  by_piece_[std::string(best)].push_back(id);
  sizes_.insert(best.size());
  begins_.set(static_cast<unsigned char>(best[0]));
}

std::vector<size_t> SubstringIndex::In(std::string_view text) const {
  std::vector<const std::vector<size_t>*> found;
  for (const size_t size : sizes_) {
    for (size_t at = 0; at + size <= text.size(); ++at) {
      if (!begins_.test(static_cast<unsigned char>(text[at]))) {
        continue;
      }
      if (const auto known = by_piece_.find(text.substr(at, size)); known != by_piece_.end()) {
        found.push_back(&known->second);
      }
    }
  }
  // A substring may occur several times.
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  std::vector<size_t> ids = unindexed_;
  for (const std::vector<size_t>* some : found) {
    ids.insert(ids.end(), some->begin(), some->end());
  }
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

std::vector<std::string_view> SplitAtWildcards(std::string_view pattern, std::string_view wild) {
  std::vector<std::string_view> pieces;
  for (size_t begin = 0; begin <= pattern.size();) {
    const size_t end = std::min(pattern.find_first_of(wild, begin), pattern.size());
    if (end > begin) {
      pieces.push_back(pattern.substr(begin, end - begin));
    }
    begin = end + 1;
  }
  return pieces;
}

}  // namespace kval
