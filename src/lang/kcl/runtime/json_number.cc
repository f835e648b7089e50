#include "src/lang/kcl/runtime/json_number.h"

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <system_error>

#include "src/lang/kcl/runtime/encode.h"
#include "src/lang/kcl/runtime/value.h"

namespace kval::kcl::runtime {
namespace {

constexpr int kLargestPower = 308;
// Beyond this an exponent makes nothing larger or smaller.
constexpr int kFarExponent = 1 << 20;

// 10^power as a double that is nearest to it, as a literal would be.
double PowerOfTen(int power) {
  char text[8] = "1e";
  const auto [end, error] = std::to_chars(text + 2, text + sizeof text, power);
  double value = 0;
  std::from_chars(text, end, value);
  return value;
}

double Scaled(double digits, int exponent) {
  for (; exponent < -kLargestPower && digits != 0; exponent += kLargestPower) {
    digits /= PowerOfTen(kLargestPower);
  }
  if (digits == 0 || exponent < -kLargestPower) {
    return 0;
  }
  if (exponent > kLargestPower) {
    return std::numeric_limits<double>::infinity();
  }
  return exponent >= 0 ? digits * PowerOfTen(exponent) : digits / PowerOfTen(-exponent);
}

int ReadExponent(std::string_view text) {
  const bool is_negative = text.starts_with('-');
  if (is_negative || text.starts_with('+')) {
    text.remove_prefix(1);
  }
  int exponent = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), exponent);
  exponent = error == std::errc() && exponent < kFarExponent ? exponent : kFarExponent;
  return is_negative ? -exponent : exponent;
}

bool Overflows(uint64_t digits, unsigned next) {
  constexpr uint64_t kMost = std::numeric_limits<uint64_t>::max();
  return digits > kMost / 10 || (digits == kMost / 10 && next > kMost % 10);
}

}  // namespace

double ReadJsonNumber(std::string_view text) {
  const bool is_negative = text.starts_with('-');
  uint64_t digits = 0;
  int exponent = 0;
  bool is_fraction = false;
  bool is_full = false;  // further digits are not looked at
  size_t at = is_negative ? 1 : 0;
  for (; at < text.size() && text[at] != 'e' && text[at] != 'E'; ++at) {
    if (text[at] == '.') {
      is_fraction = true;
      continue;
    }
    const unsigned digit = static_cast<unsigned>(text[at] - '0');
    is_full = is_full || Overflows(digits, digit);
    if (!is_full) {
      digits = digits * 10 + digit;
      exponent -= is_fraction ? 1 : 0;
    } else if (!is_fraction && exponent < kFarExponent) {
      ++exponent;
    }
  }
  if (at < text.size()) {
    exponent += ReadExponent(text.substr(at + 1));
  }
  const double value = Scaled(static_cast<double>(digits), exponent);
  return is_negative ? -value : value;
}

double ThroughJson(double real) {
  return ReadJsonNumber(NumberText(Float(real), true));
}

}  // namespace kval::kcl::runtime
