#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "src/support/ascii.h"

// Shared scanning functions of the formats. ASCII only, no locale.
namespace kval::formats {

constexpr bool IsIn(char c, std::string_view set) {
  return set.find(c) != std::string_view::npos;
}

constexpr bool AllDigits(std::string_view text) {
  for (const char c : text) {
    if (!IsDigit(c)) {
      return false;
    }
  }
  return !text.empty();
}

// Sets the reason and returns false, for `return Fail(why, …)` in checks.
inline bool Fail(std::string* why, std::string reason) {
  *why = std::move(reason);
  return false;
}

// Returns the code point at `position`, in backticks.
std::string Character(std::string_view text, size_t position);
// Returns a string in backticks, truncated if long.
std::string Quoted(std::string_view text);

// Returns the value of decimal digits, at most `limit`.
constexpr uint64_t Decimal(std::string_view digits, uint64_t limit) {
  uint64_t value = 0;
  for (const char c : digits) {
    value = value * 10 + static_cast<uint64_t>(c - '0');
    if (value > limit) {
      return limit;
    }
  }
  return value;
}

}  // namespace kval::formats
