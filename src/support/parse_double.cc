#include "src/support/parse_double.h"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace kval {
namespace {

// Beyond this an exponent makes nothing larger or smaller: no text in memory has as many digits.
constexpr int64_t kFarExponent = int64_t{1} << 40;

int64_t ExponentOf(std::string_view text) {
  const bool is_negative = text.starts_with('-');
  if (is_negative || text.starts_with('+')) {
    text.remove_prefix(1);
  }
  int64_t exponent = 0;
  for (const char c : text) {
    exponent = std::min(exponent * 10 + (c - '0'), kFarExponent);
  }
  return is_negative ? -exponent : exponent;
}

// Returns whether a number outside of double's range is small: zero, or with its first non-zero digit after
// the decimal point.
bool IsSmall(std::string_view digits, std::chars_format form) {
  const bool is_hex = form == std::chars_format::hex;
  const size_t mark = std::min(digits.find_first_of(is_hex ? "pP" : "eE"), digits.size());
  const std::string_view mantissa = digits.substr(0, mark);
  const size_t first = mantissa.find_first_not_of("0.");
  if (first == std::string_view::npos) {
    return true;
  }
  const size_t point = std::min(mantissa.find('.'), mantissa.size());
  const int64_t places =
      first < point ? static_cast<int64_t>(point - first) : -static_cast<int64_t>(first - point - 1);
  const int64_t exponent = mark == digits.size() ? 0 : ExponentOf(digits.substr(mark + 1));
  return places * (is_hex ? 4 : 1) + exponent <= 0;
}

}  // namespace

ParsedDouble ParseDouble(std::string_view text, std::chars_format form) {
  ParsedDouble read;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), read.value, form);
  if (error == std::errc::invalid_argument) {
    return read;
  }
  read.length = static_cast<size_t>(end - text.data());
  if (error == std::errc::result_out_of_range) {
    const bool is_negative = text.starts_with('-');
    read.is_too_large = !IsSmall(text.substr(is_negative, read.length - is_negative), form);
    const double magnitude = read.is_too_large ? std::numeric_limits<double>::infinity() : 0;
    read.value = is_negative ? -magnitude : magnitude;
  }
  return read;
}

}  // namespace kval
