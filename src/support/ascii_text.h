#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "src/support/ascii.h"

// Case and digits of ASCII text, independent of the locale.
namespace kval {

constexpr char ToLower(char c) {
  return IsUpper(c) ? static_cast<char>(c - 'A' + 'a') : c;
}

// Returns the text with ASCII letters in lower case.
inline std::string LowerCased(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), ToLower);
  return lower;
}

// Returns the value of a hexadecimal digit, or -1.
constexpr int HexValue(char c) {
  const char lower = ToLower(c);
  return IsDigit(c) ? c - '0' : lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

}  // namespace kval
