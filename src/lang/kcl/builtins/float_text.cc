#include "src/lang/kcl/builtins/float_text.h"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <vector>

namespace kval::kcl::builtins {
namespace {

std::string NotFinite(double real) {
  return std::isnan(real) ? "nan" : real < 0 ? "-inf" : "inf";
}

std::string Written(double real, std::chars_format format, int precision) {
  std::vector<char> buffer(static_cast<size_t>(precision) + 400);
  auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), real, format, precision);
  return std::string(buffer.data(), end);
}

struct Parts {
  std::string significand;
  int exponent;
};

Parts Split(const std::string& scientific) {
  size_t mark = scientific.find('e');
  return {scientific.substr(0, mark), std::atoi(scientific.c_str() + mark + 1)};
}

std::string Join(const Parts& parts) {
  std::string digits = std::to_string(std::abs(parts.exponent));
  if (digits.size() < 2) {
    digits.insert(0, "0");
  }
  return parts.significand + (parts.exponent < 0 ? "e-" : "e+") + digits;
}

void DropTrailingZeros(std::string& text) {
  if (text.find('.') == std::string::npos) {
    return;
  }
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') {
    text.pop_back();
  }
}

}  // namespace

std::string PythonFloat(double real) {
  if (!std::isfinite(real)) {
    return NotFinite(real);
  }
  char buffer[400];
  auto [end, error] = std::to_chars(buffer, buffer + sizeof(buffer), real, std::chars_format::scientific);
  Parts parts = Split(std::string(buffer, end));
  if (parts.exponent >= 16 || parts.exponent <= -5) {
    return Join(parts);
  }
  auto [fixed_end, fixed_error] =
      std::to_chars(buffer, buffer + sizeof(buffer), real, std::chars_format::fixed);
  std::string text(buffer, fixed_end);
  return text.find('.') == std::string::npos ? text + ".0" : text;
}

std::string FixedFloat(double real, int precision) {
  return std::isfinite(real) ? Written(real, std::chars_format::fixed, precision) : NotFinite(real);
}

std::string ExponentFloat(double real, int precision) {
  return std::isfinite(real) ? Join(Split(Written(real, std::chars_format::scientific, precision)))
                             : NotFinite(real);
}

std::string GeneralFloat(double real, int precision) {
  if (!std::isfinite(real)) {
    return NotFinite(real);
  }
  if (precision == 0) {
    precision = 1;
  }
  Parts parts = Split(Written(real, std::chars_format::scientific, precision - 1));
  if (parts.exponent < -4 || parts.exponent >= precision) {
    DropTrailingZeros(parts.significand);
    return Join(parts);
  }
  std::string text = Written(real, std::chars_format::fixed, precision - 1 - parts.exponent);
  DropTrailingZeros(text);
  return text;
}

}  // namespace kval::kcl::builtins
