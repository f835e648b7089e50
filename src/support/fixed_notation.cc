#include "src/support/fixed_notation.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

namespace kval {
namespace {

// Up to here a whole number has no more digits than tell it apart.
constexpr double kExact = 9007199254740992;  // 2^53

}  // namespace

std::string ToFixedNotation(double real) {
  char buffer[400];
  if (std::fabs(real) <= kExact) {
    const auto fixed = std::to_chars(buffer, buffer + sizeof(buffer), real, std::chars_format::fixed);
    return std::string(buffer, fixed.ptr);
  }
  const auto written = std::to_chars(buffer, buffer + sizeof(buffer), real, std::chars_format::scientific);
  const std::string_view text(buffer, static_cast<size_t>(written.ptr - buffer));
  const size_t at = text.find('e');
  size_t exponent = 0;
  std::from_chars(text.data() + at + 2, text.data() + text.size(), exponent);  // behind `e+`
  std::string digits(text.substr(0, at));
  std::erase(digits, '.');
  const size_t sign = digits.starts_with('-') ? 1 : 0;
  digits.resize(std::max(digits.size(), sign + exponent + 1), '0');
  return digits;
}

}  // namespace kval
