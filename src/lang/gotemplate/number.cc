#include "src/lang/gotemplate/number.h"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <system_error>

#include "src/lang/gotemplate/quote.h"
#include "src/support/ascii.h"
#include "src/support/parse_double.h"

// The number literals of Go's strconv with base 0.
namespace kval::gotemplate {

namespace {

char Lower(char c) {
  return static_cast<char>(c | 0x20);
}

// Underscores separate digits; a base prefix counts as a digit. `digits` has no sign.
bool HasGoodUnderscores(std::string_view digits) {
  bool is_hex = false;
  bool after_digit = false;
  bool after_underscore = false;
  if (digits.size() >= 2 && digits[0] == '0') {
    const char base = Lower(digits[1]);
    if (base == 'b' || base == 'o' || base == 'x') {
      is_hex = base == 'x';
      after_digit = true;
      digits.remove_prefix(2);
    }
  }
  for (const char c : digits) {
    const bool is_digit = is_hex ? IsHexDigit(c) : IsDigit(c);
    if ((c == '_' && !after_digit) || (after_underscore && !is_digit)) {
      return false;
    }
    after_underscore = c == '_';
    after_digit = is_digit;
  }
  return !after_underscore;
}

std::string WithoutUnderscores(std::string_view text) {
  std::string kept;
  for (const char c : text) {
    if (c != '_') {
      kept += c;
    }
  }
  return kept;
}

// `digits` has no sign and no underscores.
std::optional<uint64_t> ParseNatural(std::string_view digits) {
  int base = 10;
  if (digits.size() > 1 && digits[0] == '0') {
    const char letter = digits.size() > 2 ? Lower(digits[1]) : '0';
    base = letter == 'x' ? 16 : letter == 'b' ? 2 : 8;
    digits.remove_prefix(letter == 'x' || letter == 'b' || letter == 'o' ? 2 : 1);
  }
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  if (error != std::errc() || end != digits.data() + digits.size()) {
    return std::nullopt;
  }
  return value;
}

// `digits` has no sign and no underscores. Infinite numbers are none.
std::optional<double> ParseReal(std::string_view digits) {
  const bool is_hex = digits.size() > 2 && digits[0] == '0' && Lower(digits[1]) == 'x';
  if (is_hex) {
    digits.remove_prefix(2);
    if (digits.find_first_of("pP") == std::string_view::npos) {
      return std::nullopt;
    }
  }
  const ParsedDouble parsed =
      ParseDouble(digits, is_hex ? std::chars_format::hex : std::chars_format::general);
  if (!parsed.is_whole(digits) || parsed.is_too_large || !std::isfinite(parsed.value)) {
    return std::nullopt;
  }
  return parsed.value;
}

void SetNatural(uint64_t value, bool is_negative, bool has_sign, NumberNode* number) {
  constexpr uint64_t kMinimum = uint64_t{1} << 63;  // of int64, without its sign
  number->is_uint = !has_sign || value == 0;
  number->is_int = is_negative ? value <= kMinimum : value < kMinimum;
  number->integer = static_cast<int64_t>(is_negative ? 0 - value : value);
  number->is_float = number->is_int || number->is_uint;
  number->real = number->is_int ? static_cast<double>(number->integer) : static_cast<double>(value);
}

std::optional<std::string> ParseCharacter(std::string_view literal, NumberNode* number) {
  bool is_unfinished = false;
  const std::optional<char32_t> c = UnquoteCharacter(literal, &is_unfinished);
  if (!c) {
    return "invalid syntax";
  }
  if (is_unfinished) {
    return "malformed character constant: " + std::string(literal);
  }
  SetNatural(*c, false, false, number);
  return std::nullopt;
}

}  // namespace

std::optional<std::string> ParseNumber(std::string_view literal, TokenKind kind, NumberNode* number) {
  number->literal = literal;
  if (kind == TokenKind::kCharConstant) {
    return ParseCharacter(literal, number);
  }
  const std::string bad = "illegal number syntax: " + Quote(literal);
  if (literal.ends_with('i')) {
    return "complex numbers are not supported: " + Quote(literal);
  }
  const bool has_sign = literal.starts_with('-') || literal.starts_with('+');
  const bool is_negative = literal.starts_with('-');
  const std::string_view unsigned_literal = literal.substr(has_sign ? 1 : 0);
  if (!HasGoodUnderscores(unsigned_literal)) {
    return bad;
  }
  const std::string digits = WithoutUnderscores(unsigned_literal);
  if (digits.empty()) {
    return bad;
  }
  if (const std::optional<uint64_t> natural = ParseNatural(digits)) {
    SetNatural(*natural, is_negative, has_sign, number);
    if (number->is_float) {
      return std::nullopt;
    }
  }
  const std::optional<double> real = ParseReal(digits);
  if (!real) {
    return bad;
  }
  if (literal.find_first_of(".eEpP") == std::string_view::npos) {
    return "integer overflow: " + Quote(literal);
  }
  number->is_float = true;
  number->real = is_negative ? -*real : *real;
  number->is_int =
      number->real >= -0x1p63 && number->real < 0x1p63 && std::trunc(number->real) == number->real;
  number->integer = number->is_int ? static_cast<int64_t>(number->real) : 0;
  number->is_uint = *real < 0x1p64 && std::trunc(*real) == *real && !(number->real < 0);
  return std::nullopt;
}

}  // namespace kval::gotemplate
