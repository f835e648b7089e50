#include "src/yaml/mended_text.h"

#include <algorithm>

namespace kval::yaml {

MendedText::MendedText(std::string_view text, std::vector<Mending> mendings) {
  std::ranges::stable_sort(mendings, {}, &Mending::at);
  size_t taken = 0;
  for (const Mending& mending : mendings) {
    const size_t at = std::max(mending.at, taken);
    text_.append(text.substr(taken, at - taken));
    const size_t begin = text_.size();
    text_.append(mending.inserted);
    taken = std::max(taken, mending.at + mending.removed);
    changes_.push_back({begin, text_.size(), at, taken, mending.is_guess});
  }
  text_.append(text.substr(taken));
}

size_t MendedText::Original(size_t place) const {
  const auto behind = std::ranges::upper_bound(changes_, place, {}, &Change::begin);
  if (behind == changes_.begin()) {
    return place;
  }
  const Change& change = *(behind - 1);
  return place <= change.end ? change.original : change.behind + (place - change.end);
}

bool MendedText::HasGuess(size_t begin, size_t end) const {
  const auto first = std::ranges::lower_bound(changes_, begin, {}, &Change::begin);
  return std::any_of(first, std::ranges::upper_bound(changes_, end, {}, &Change::end),
                     [](const Change& change) { return change.is_guess; });
}

}  // namespace kval::yaml
