#include "src/lang/cel/number_text.h"

#include <charconv>
#include <cmath>
#include <limits>

#include "src/lang/lex/cursor.h"
#include "src/support/parse_double.h"

namespace kval::cel {
namespace {

// Go's measure when it takes the fewest digits: from a million on there is an exponent.
constexpr int kMostPlain = 6;

bool EqualsIgnoringCase(std::string_view text, std::string_view lower) {
  if (text.size() != lower.size()) {
    return false;
  }
  for (size_t i = 0; i < text.size(); ++i) {
    if ((text[i] | 0x20) != lower[i]) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::optional<double> ParseGoDouble(std::string_view text) {
  const bool is_negative = text.starts_with('-');
  if (is_negative || text.starts_with('+')) {
    text.remove_prefix(1);
  }
  double number = 0;
  if (EqualsIgnoringCase(text, "inf") || EqualsIgnoringCase(text, "infinity")) {
    number = std::numeric_limits<double>::infinity();
  } else if (EqualsIgnoringCase(text, "nan")) {
    number = std::numeric_limits<double>::quiet_NaN();
  } else if (text.empty() || !(IsDigit(text[0]) || text[0] == '.')) {
    return std::nullopt;
  } else {
    const bool is_hex = text.size() > 2 && text[0] == '0' && (text[1] | 0x20) == 'x';
    // Go requires an exponent here.
    if (is_hex && text.find_first_of("pP") == std::string_view::npos) {
      return std::nullopt;
    }
    const std::string_view digits = text.substr(is_hex ? 2 : 0);
    const auto format = is_hex ? std::chars_format::hex : std::chars_format::general;
    const ParsedDouble read = ParseDouble(digits, format);
    if (read.is_too_large || !read.is_whole(digits)) {
      return std::nullopt;
    }
    number = read.value;
  }
  return is_negative ? -number : number;
}

std::string GoDoubleText(double number) {
  if (std::isnan(number)) {
    return "NaN";
  }
  if (std::isinf(number)) {
    return number < 0 ? "-Inf" : "+Inf";
  }
  char digits[64];
  const auto end = std::to_chars(digits, digits + sizeof digits, number, std::chars_format::scientific).ptr;
  const std::string scientific(digits, end);
  const size_t e = scientific.find('e');
  int exponent = 0;
  std::from_chars(scientific.data() + e + (scientific[e + 1] == '+' ? 2 : 1),
                  scientific.data() + scientific.size(), exponent);
  if (exponent >= -4 && exponent < kMostPlain) {
    const auto fixed_end =
        std::to_chars(digits, digits + sizeof digits, number, std::chars_format::fixed).ptr;
    return std::string(digits, fixed_end);
  }
  return scientific;
}

std::string FormatFixed(double number, int digits) {
  if (std::isnan(number)) {
    return "NaN";
  }
  if (std::isinf(number)) {
    return number < 0 ? "-Inf" : "+Inf";
  }
  std::string text(350 + static_cast<size_t>(digits), '\0');
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed, digits).ptr;
  text.resize(static_cast<size_t>(end - text.data()));
  return text;
}

}  // namespace kval::cel
