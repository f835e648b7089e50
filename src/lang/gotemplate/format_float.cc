#include "src/lang/gotemplate/format_float.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "src/support/fixed_notation.h"

namespace kval::gotemplate {

namespace {

constexpr int kMantissaBits = 52;
constexpr int kBias = 1023;

// The decimal digits of a number: 0.DIGITS × 10^point, without zeros at the end.
struct Decimal {
  std::string digits;
  int point = 0;
};

std::string Convert(double value, std::chars_format form, int precision) {
  constexpr size_t kLongest = 400;  // without the precision
  std::string buffer(kLongest + static_cast<size_t>(std::max(precision, 0)), '\0');
  const auto result =
      precision < 0 ? std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, form)
                    : std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, form, precision);
  buffer.resize(static_cast<size_t>(result.ptr - buffer.data()));
  return buffer;
}

// `count`: of digits; -1 for the fewest.
Decimal DecimalOf(double value, int count) {
  const std::string text = Convert(value, std::chars_format::scientific, count < 0 ? -1 : count - 1);
  const size_t exponent = text.find('e');
  Decimal decimal;
  for (const char c : text.substr(0, exponent)) {
    if (c != '.') {
      decimal.digits += c;
    }
  }
  decimal.point = std::stoi(text.substr(exponent + 1)) + 1;
  decimal.digits.resize(decimal.digits.find_last_not_of('0') + 1);
  if (decimal.digits.empty()) {
    decimal.point = 0;
  }
  return decimal;
}

std::string Exponent(int exponent, size_t least_digits) {
  std::string digits = std::to_string(std::abs(exponent));
  if (digits.size() < least_digits) {
    digits.insert(0, least_digits - digits.size(), '0');
  }
  return (exponent < 0 ? "-" : "+") + digits;
}

std::string Scientific(const Decimal& decimal, int precision, char letter) {
  const auto digit = [&](int index) {
    return static_cast<size_t>(index) < decimal.digits.size() ? decimal.digits[static_cast<size_t>(index)]
                                                              : '0';
  };
  std::string text(1, digit(0));
  if (precision > 0) {
    text += '.';
    for (int index = 1; index <= precision; ++index) {
      text += digit(index);
    }
  }
  return text + letter + Exponent(decimal.digits.empty() ? 0 : decimal.point - 1, 2);
}

std::string Fixed(const Decimal& decimal, int precision) {
  const auto digit = [&](int index) {
    return index >= 0 && static_cast<size_t>(index) < decimal.digits.size()
               ? decimal.digits[static_cast<size_t>(index)]
               : '0';
  };
  std::string text;
  for (int index = 0; index < decimal.point; ++index) {
    text += digit(index);
  }
  if (text.empty()) {
    text = "0";
  }
  if (precision > 0) {
    text += '.';
    for (int index = 0; index < precision; ++index) {
      text += digit(decimal.point + index);
    }
  }
  return text;
}

// The form g: whichever of the others is shorter.
std::string General(double value, char form, int precision) {
  const bool is_shortest = precision < 0;
  const Decimal decimal = DecimalOf(value, is_shortest ? -1 : std::max(precision, 1));
  const int count = static_cast<int>(decimal.digits.size());
  int largest = is_shortest ? 6 : std::max(precision, 1);
  if (!is_shortest && largest > count && count >= decimal.point) {
    largest = count;
  }
  constexpr int kSmallestExponent = -4;
  const int exponent = decimal.point - 1;
  if (exponent < kSmallestExponent || exponent >= largest) {
    const int shown = is_shortest ? count : std::min(std::max(precision, 1), count);
    return Scientific(decimal, shown - 1, form == 'G' ? 'E' : 'e');
  }
  return Fixed(decimal, std::max(count - decimal.point, 0));
}

std::string Hexadecimal(uint64_t mantissa, int exponent, char form, int precision) {
  constexpr int kTop = 60;  // the bit of the leading digit
  constexpr uint64_t kOne = 1;
  mantissa <<= kTop - kMantissaBits;
  while (mantissa != 0 && (mantissa & (kOne << kTop)) == 0) {
    mantissa <<= 1;
    --exponent;
  }
  if (precision >= 0 && precision < 15) {
    const int kept = precision * 4;
    const uint64_t dropped = (mantissa << kept) & ((kOne << kTop) - 1);
    mantissa >>= kTop - kept;
    if ((dropped | (mantissa & 1)) > kOne << (kTop - 1)) {
      ++mantissa;
    }
    mantissa <<= kTop - kept;
    if ((mantissa & (kOne << (kTop + 1))) != 0) {
      mantissa >>= 1;
      ++exponent;
    }
  }
  const char* digits = form == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
  std::string text = {'0', form, static_cast<char>('0' + ((mantissa >> kTop) & 1))};
  mantissa <<= 4;
  if (precision > 0 || (precision < 0 && mantissa != 0)) {
    text += '.';
  }
  for (int index = 0; precision < 0 ? mantissa != 0 : index < precision; ++index) {
    text += digits[(mantissa >> kTop) & 15];
    mantissa <<= 4;
  }
  return text + (form == 'X' ? 'P' : 'p') + Exponent(exponent, 2);
}

}  // namespace

std::string FormatFloat(double value, char form, int precision) {
  if (std::isnan(value)) {
    return "NaN";
  }
  if (std::isinf(value)) {
    return value < 0 ? "-Inf" : "+Inf";
  }
  const auto bits = std::bit_cast<uint64_t>(value);
  const std::string sign = bits >> 63 != 0 ? "-" : "";
  value = std::fabs(value);
  const int stored = static_cast<int>(bits >> kMantissaBits & 0x7ff);
  const uint64_t fraction = bits & ((uint64_t{1} << kMantissaBits) - 1);
  const uint64_t mantissa = stored == 0 ? fraction : fraction | uint64_t{1} << kMantissaBits;
  const int exponent = std::max(stored, 1) - kBias;
  switch (form) {
    case 'b': {
      const int shifted = exponent - kMantissaBits;
      return sign + std::to_string(mantissa) + "p" + (shifted < 0 ? "" : "+") + std::to_string(shifted);
    }
    case 'x':
    case 'X':
      return sign + Hexadecimal(mantissa, mantissa == 0 ? 0 : exponent, form, precision);
    case 'e':
    case 'E': {
      const Decimal decimal = DecimalOf(value, precision < 0 ? -1 : precision + 1);
      const int shown = precision < 0 ? static_cast<int>(decimal.digits.size()) - 1 : precision;
      return sign + Scientific(decimal, shown, form);
    }
    case 'f':
      return sign +
             (precision < 0 ? ToFixedNotation(value) : Convert(value, std::chars_format::fixed, precision));
    default:
      return sign + General(value, form, precision);
  }
}

}  // namespace kval::gotemplate
