#pragma once

#include <cstddef>
#include <string_view>

// Classes of ASCII characters, independent of the locale.
namespace kval {

constexpr bool IsDigit(char c) {
  return c >= '0' && c <= '9';
}
constexpr bool IsLower(char c) {
  return c >= 'a' && c <= 'z';
}
constexpr bool IsUpper(char c) {
  return c >= 'A' && c <= 'Z';
}
constexpr bool IsLetter(char c) {
  return IsLower(c) || IsUpper(c);
}
constexpr bool IsAlnum(char c) {
  return IsLetter(c) || IsDigit(c);
}
constexpr bool IsHexDigit(char c) {
  return IsDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

inline constexpr std::string_view kSpaceAndTab = " \t";
inline constexpr std::string_view kWhitespace = " \t\r\n\v\f";

// Returns the text without the characters of `spaces` at its start and end.
constexpr std::string_view Trimmed(std::string_view text, std::string_view spaces = kSpaceAndTab) {
  const size_t begin = text.find_first_not_of(spaces);
  return begin == std::string_view::npos ? std::string_view()
                                         : text.substr(begin, text.find_last_not_of(spaces) - begin + 1);
}

}  // namespace kval
