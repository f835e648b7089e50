#pragma once

#include <cstddef>
#include <string_view>

#include "src/support/ascii.h"

// The syntax of decimal numbers that YAML readers have in common.
namespace kval::value {

// Returns the number of digits at the start of a string.
inline size_t CountDigits(std::string_view text) {
  size_t count = 0;
  while (count < text.size() && IsDigit(text[count])) {
    ++count;
  }
  return count;
}

// Whether a text is [-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?
// as go-yaml and the core schema have it.
inline bool HasFloatForm(std::string_view text) {
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
    text.remove_prefix(1);
  }
  const size_t whole = CountDigits(text);
  text.remove_prefix(whole);
  size_t fraction = 0;
  if (!text.empty() && text[0] == '.') {
    text.remove_prefix(1);
    fraction = CountDigits(text);
    text.remove_prefix(fraction);
  }
  if (whole + fraction == 0) {
    return false;
  }
  if (!text.empty() && (text[0] == 'e' || text[0] == 'E')) {
    text.remove_prefix(1);
    if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
      text.remove_prefix(1);
    }
    const size_t exponent = CountDigits(text);
    return exponent > 0 && exponent == text.size();
  }
  return text.empty();
}

}  // namespace kval::value
