#include "src/support/edit_distance.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace kval {
namespace {

std::string Folded(std::string_view word) {
  std::string folded;
  folded.reserve(word.size());
  for (char c : word) {
    if (c == '_' || c == '-') {
      continue;
    }
    folded += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return folded;
}

}  // namespace

size_t EditDistance(std::string_view a, std::string_view b, size_t limit) {
  const size_t gap = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
  if (gap >= limit) {
    return limit;
  }
  std::vector<size_t> before(b.size() + 1);  // the row above the previous one
  std::vector<size_t> previous(b.size() + 1);
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 1; i <= a.size(); ++i) {
    std::swap(before, previous);
    std::swap(previous, row);
    size_t smallest = row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t substituted = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({previous[j] + 1, row[j - 1] + 1, substituted});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
      smallest = std::min(smallest, row[j]);
    }
    if (smallest >= limit + 1) {
      return limit;
    }
  }
  return std::min(row[b.size()], limit);
}

std::string_view Nearest(std::string_view word, std::span<const std::string_view> candidates) {
  const std::string folded = Folded(word);
  size_t best_distance = std::min<size_t>(4, (folded.size() + 1) / 2);
  std::string_view best;
  for (std::string_view candidate : candidates) {
    const size_t distance = EditDistance(folded, Folded(candidate), best_distance);
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

}  // namespace kval
