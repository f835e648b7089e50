#pragma once

#include <re2/re2.h>

#include <cstdint>
#include <span>
#include <string_view>

// The table of secrets that are recognized by their format, whatever the key. FindSecretShapes searches for
// them.
namespace kval::redaction {

// Characters that a match must contain to be no ordinary word.
enum class Mixture : uint8_t {
  kAny,
  kDigitOrCapital,  // a digit, or a capital letter after the first character
  kAllCases,        // a digit, a capital letter and a small letter
};

struct TokenShape {
  std::string_view id;
  // Space-separated literals, one of which begins the match. Those that begin with a
  // letter or digit count at the beginning of a word only.
  std::string_view keywords;
  // Matched from the keyword on. Its first group is the secret; without a group the whole match.
  LazyRE2 expression;
  std::string_view example;
  std::string_view counter_example;  // similar, but not a secret
  Mixture mixture = Mixture::kAny;
  // Bytes before the keyword from which the match begins at most; it begins after a space, a quote, `=` or
  // `/`.
  uint16_t before = 0;
  bool in_any_case = false;  // the keywords
  uint16_t after = 0;        // bytes after the keyword that the match needs at least
};

// Returns all shapes. The issuers define the formats; the minimum lengths are shorter, so that truncated
// tokens are recognized too.
std::span<const TokenShape> TokenShapes();

}  // namespace kval::redaction
