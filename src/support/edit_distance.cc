#include "src/support/edit_distance.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "src/support/ascii_text.h"
#include "src/support/confusables.h"

namespace kval {
namespace {

// Look-alike letters count as those that they are taken for.
std::string Folded(std::string_view text) {
  const bool is_ascii = std::all_of(text.begin(), text.end(), [](char c) { return (c & 0x80) == 0; });
  const std::string plain = is_ascii ? std::string() : ReplaceConfusables(text);
  std::string folded;
  folded.reserve(text.size());
  for (const char c : is_ascii ? text : std::string_view(plain)) {
    if (c == '_' || c == '-') {
      continue;
    }
    folded += ToLower(c);
  }
  return folded;
}

// Longer words are not misspellings, and the comparison is quadratic.
constexpr size_t kLongestWord = 128;

// Which letters a word has, as bits: those that are folded count as none.
uint32_t LettersOf(std::string_view word) {
  uint32_t letters = 0;
  for (const char c : word) {
    if (c != '_' && c != '-') {
      letters |= uint32_t{1} << (static_cast<uint8_t>(c) & 31U);
    }
  }
  return letters;
}

// Each step takes at most one letter away and adds one: words with other letters need not be compared.
bool AreFar(uint32_t a, uint32_t b, size_t limit) {
  return static_cast<size_t>(std::popcount(a & ~b)) >= limit ||
         static_cast<size_t>(std::popcount(b & ~a)) >= limit;
}

}  // namespace

size_t EditDistance(std::string_view a, std::string_view b, size_t limit) {
  const size_t gap = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
  if (gap >= limit) {
    return limit;
  }
  // What both begin and end with takes no steps.
  const auto differs = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin();
  a.remove_prefix(static_cast<size_t>(differs));
  b.remove_prefix(static_cast<size_t>(differs));
  const auto ends = std::mismatch(a.rbegin(), a.rend(), b.rbegin(), b.rend()).first - a.rbegin();
  a.remove_suffix(static_cast<size_t>(ends));
  b.remove_suffix(static_cast<size_t>(ends));
  // Further from the diagonal than `limit`, nothing is within it.
  std::vector<size_t> before(b.size() + 1, limit);  // the row above the previous one
  std::vector<size_t> previous(b.size() + 1, limit);
  std::vector<size_t> row(b.size() + 1, limit);
  std::iota(row.begin(), row.begin() + static_cast<ptrdiff_t>(std::min(b.size(), limit) + 1), size_t{0});
  for (size_t i = 1; i <= a.size(); ++i) {
    std::swap(before, previous);
    std::swap(previous, row);
    const size_t first = i > limit ? i - limit : 1;
    const size_t last = std::min(b.size(), i + limit);
    size_t smallest = row[first - 1] = first == 1 ? i : limit;
    for (size_t j = first; j <= last; ++j) {
      const size_t substituted = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      const size_t removed = (j < i + limit ? previous[j] : limit) + 1;
      row[j] = std::min({removed, row[j - 1] + 1, substituted});
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
  if (word.size() > kLongestWord) {
    return {};
  }
  const std::string folded = Folded(word);
  const uint32_t letters = LettersOf(folded);
  size_t best_distance = std::min<size_t>(4, (folded.size() + 1) / 2);
  std::string_view best;
  for (std::string_view candidate : candidates) {
    if (candidate.size() > kLongestWord || AreFar(letters, LettersOf(candidate), best_distance)) {
      continue;
    }
    const size_t distance = EditDistance(folded, Folded(candidate), best_distance);
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

bool SuggestionBudget::Take(size_t others) {
  if (others > left_) {
    return false;
  }
  left_ -= others;
  return true;
}

}  // namespace kval
