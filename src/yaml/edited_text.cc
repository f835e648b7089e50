#include "src/yaml/edited_text.h"

#include <algorithm>

namespace kval::yaml {

EditedText::EditedText(std::string_view text, std::vector<TextEdit> edits) {
  std::ranges::stable_sort(edits, {}, &TextEdit::at);
  size_t taken = 0;
  for (const TextEdit& edit : edits) {
    const size_t at = std::max(edit.at, taken);
    text_.append(text.substr(taken, at - taken));
    const size_t begin = text_.size();
    text_.append(edit.inserted);
    taken = std::max(taken, edit.at + edit.removed);
    changes_.push_back({begin, text_.size(), at, taken, edit.is_guess});
  }
  text_.append(text.substr(taken));
}

size_t EditedText::ToOriginal(size_t place) const {
  const auto following = std::ranges::upper_bound(changes_, place, {}, &AppliedEdit::begin);
  if (following == changes_.begin()) {
    return place;
  }
  const AppliedEdit& change = *(following - 1);
  return place <= change.end ? change.original : change.following + (place - change.end);
}

bool EditedText::HasGuess(size_t begin, size_t end) const {
  const auto first = std::ranges::lower_bound(changes_, begin, {}, &AppliedEdit::begin);
  return std::any_of(first, std::ranges::upper_bound(changes_, end, {}, &AppliedEdit::end),
                     [](const AppliedEdit& change) { return change.is_guess; });
}

}  // namespace kval::yaml
