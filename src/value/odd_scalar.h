#pragma once

#include <optional>
#include <string_view>

#include "src/value/scalar_disagreement.h"
#include "src/value/value.h"

// Plain scalars whose type may differ from the author's intention.
namespace kval::value {

// Whether a plain scalar that has a text is such a one.
bool IsPerhapsOdd(const Value& plain);

// Whether what readers disagree about may begin so: a word of at most three letters, or a number with a zero
// before it; or a typographic quote.
inline bool MayBeginOdd(std::string_view plain) {
  switch (plain[0]) {
    case 'y':
    case 'Y':
    case 'n':
    case 'N':
    case 'o':
    case 'O':
      return plain.size() <= 3;
    case '0':
      return plain.size() > 1;
    case '-':
    case '+':
      return plain.size() > 2 && plain[1] == '0';
    case '\xe2':
      return true;
    default:
      return false;
  }
}

// Whether a scalar may be such a one: readers disagree about it (numbers that some take for text do not
// count), it begins like a typographic quote, or it is a text of several lines one of which may be an item or
// a bracket. No scalar of another style is; fast for those that are not.
inline bool MayBeOdd(const Value& scalar) {
  // A multi-line scalar is longer in the source than in its value, because its lines are indented.
  return scalar.style == Style::kPlain && !scalar.raw.empty() &&
         (MayBeginOdd(scalar.raw) || scalar.span.size() > scalar.raw.size()) && IsPerhapsOdd(scalar);
}

// What readers disagree about in a plain scalar; nothing where some take a number for text.
std::optional<Disagreement> OddDisagreement(std::string_view plain);
// Whether a line of a plain text may look like an item, or be nothing but a closing bracket.
bool MayHaveOddLine(const Value& scalar);

}  // namespace kval::value
