#pragma once

#include <optional>
#include <string_view>

#include "src/value/scalar_ambiguity.h"
#include "src/value/value.h"

// Plain scalars whose type may differ from the author's intention.
namespace kval::value {

// Returns whether a plain, non-empty scalar is suspicious (see IsSuspicious).
bool IsSuspiciousPlain(const Value& plain);

// Returns whether a suspicious scalar may begin like this: a word of at most three letters, a number with a
// leading zero, or a typographic quote.
inline bool MayStartSuspicious(std::string_view plain) {
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

// Returns whether a scalar may be suspicious: YAML readers disagree about it (unless some read a number as a
// string), it begins with a typographic quote, or it has several lines one of which may be an item or a
// bracket. False for other styles. Cost: low for scalars that are not suspicious.
inline bool IsSuspicious(const Value& scalar) {
  // A multi-line scalar is longer in the source than in its value, because its lines are indented.
  return scalar.style == Style::kPlain && !scalar.raw.empty() &&
         (MayStartSuspicious(scalar.raw) || scalar.span.size() > scalar.raw.size()) &&
         IsSuspiciousPlain(scalar);
}

// Returns how YAML readers disagree about a plain scalar; nullopt also if some read a number as a string.
std::optional<ScalarAmbiguity> FindSuspiciousAmbiguity(std::string_view plain);
// Returns whether a line of a plain scalar may look like an item, or is only a closing bracket.
bool MayHaveSuspiciousLine(const Value& scalar);

}  // namespace kval::value
