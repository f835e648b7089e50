// Floats as text, always the shortest digits that read back as the same number.
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string>

#include "src/yaml/go_json.h"
#include "src/yaml/writer.h"

namespace kval::yaml {
namespace {

// A finite number as its digits d1d2d3... and the exponent of d1.
struct Decimal {
  bool is_negative = false;
  std::string digits;
  int exponent = 0;
};

Decimal Shortest(double real) {
  char text[64];
  const auto [end, error] = std::to_chars(text, text + sizeof(text), real, std::chars_format::scientific);
  Decimal decimal;
  const char* at = text;
  if (*at == '-') {
    decimal.is_negative = true;
    ++at;
  }
  for (; at < end && *at != 'e'; ++at) {
    if (*at != '.') {
      decimal.digits += *at;
    }
  }
  decimal.exponent = std::atoi(std::string(at + 1, static_cast<const char*>(end)).c_str());
  return decimal;
}

const char* SpecialFloat(double real) {
  if (std::isnan(real)) {
    return ".nan";
  }
  if (std::isinf(real)) {
    return real > 0 ? ".inf" : "-.inf";
  }
  return nullptr;
}

std::string Scientific(const Decimal& decimal, bool pads_exponent) {
  std::string out = decimal.is_negative ? "-" : "";
  out += decimal.digits[0];
  if (decimal.digits.size() > 1) {
    out += "." + decimal.digits.substr(1);
  }
  const int magnitude = std::abs(decimal.exponent);
  out += decimal.exponent < 0 ? "e-" : (pads_exponent ? "e+" : "e");
  out += pads_exponent && magnitude < 10 ? "0" : "";
  return out + std::to_string(magnitude);
}

std::string Positional(const Decimal& decimal) {
  std::string out = decimal.is_negative ? "-" : "";
  if (decimal.exponent < 0) {
    return out + "0." + std::string(static_cast<size_t>(-decimal.exponent - 1), '0') + decimal.digits;
  }
  const size_t whole = static_cast<size_t>(decimal.exponent) + 1;
  if (decimal.digits.size() <= whole) {
    return out + decimal.digits + std::string(whole - decimal.digits.size(), '0');
  }
  return out + decimal.digits.substr(0, whole) + "." + decimal.digits.substr(whole);
}

}  // namespace

std::string GoFloat(double real) {
  if (const char* special = SpecialFloat(real)) {
    return special;
  }
  const Decimal decimal = Shortest(real);
  // strconv.FormatFloat(x, 'g', -1, 64): the shortest form counts as six digits of precision.
  if (decimal.exponent < -4 || decimal.exponent >= 6) {
    return Scientific(decimal, true);
  }
  return Positional(decimal);
}

// strconv.FormatFloat(x, 'f' or 'e', -1, 64), with `e-09` as `e-9`.
std::string GoJsonFloat(double real) {
  const Decimal decimal = Shortest(real);
  if (decimal.digits == "0" || (decimal.exponent >= -6 && decimal.exponent < 21)) {
    return Positional(decimal);
  }
  std::string text = Scientific(decimal, true);
  const size_t zero = text.find("e-0");
  return zero == std::string::npos ? text : text.erase(zero + 2, 1);
}

std::string SerdeFloat(double real) {
  if (const char* special = SpecialFloat(real)) {
    return special;
  }
  const Decimal decimal = Shortest(real);
  if (decimal.exponent < -5 || decimal.exponent > 15) {
    return Scientific(decimal, false);
  }
  const std::string text = Positional(decimal);
  return text.find('.') == std::string::npos ? text + ".0" : text;
}

}  // namespace kval::yaml
