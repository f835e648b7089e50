#include "src/helm/go_number.h"

#include <charconv>
#include <cmath>

#include "src/value/compare.h"
#include "src/yaml/go_json.h"
#include "src/yaml/writer.h"

namespace kval::helm {
namespace {

using value::Kind;

double RealOf(const value::Value& number) {
  if (number.kind == Kind::kFloat) {
    return number.real;
  }
  return number.is_unsigned ? static_cast<double>(static_cast<uint64_t>(number.integer))
                            : static_cast<double>(number.integer);
}

constexpr int64_t kExact = int64_t{1} << 53;

// Go's 'g' of a float of 32 bits with the fewest digits.
std::string Float32Text(double real) {
  const auto narrow = static_cast<float>(real);
  if (std::isnan(narrow)) {
    return ".nan";
  }
  if (std::isinf(narrow)) {
    return narrow > 0 ? ".inf" : "-.inf";
  }
  char digits[64];
  const auto scientific =
      std::to_chars(digits, digits + sizeof digits, narrow, std::chars_format::scientific);
  std::string text(digits, scientific.ptr);
  const int exponent = std::stoi(text.substr(text.find('e') + 1));
  if (exponent >= -4 && exponent < 6) {
    const auto fixed = std::to_chars(digits, digits + sizeof digits, narrow, std::chars_format::fixed);
    text.assign(digits, fixed.ptr);
  }
  return text;
}

}  // namespace

const value::Value* AsFloat64(const value::Value& scalar, Arena& arena) {
  const bool is_exact = scalar.kind == Kind::kInt && !scalar.is_unsigned && scalar.integer <= kExact &&
                        scalar.integer >= -kExact;
  if (is_exact || (scalar.kind != Kind::kInt && scalar.kind != Kind::kFloat)) {
    return &scalar;
  }
  const double real = RealOf(scalar);
  value::Value* number = arena.New<value::Value>(scalar);
  number->is_unsigned = false;
  // Larger ones are written with the fewest digits that name them, not with all that they have.
  const bool is_whole = std::trunc(real) == real && std::fabs(real) <= static_cast<double>(kExact);
  if (is_whole && !(real == 0 && std::signbit(real))) {
    number->kind = Kind::kInt;
    number->integer = static_cast<int64_t>(real);
    number->raw = arena.CopyText(std::to_string(number->integer));
  } else {
    number->kind = Kind::kFloat;
    number->real = real;
    number->raw = std::isfinite(real) ? arena.CopyText(yaml::GoJsonFloat(real)) : scalar.raw;
  }
  return number;
}

std::string FieldText(const value::Value& scalar) {
  if (scalar.kind == Kind::kFloat) {
    return TemplateText(scalar.real);
  }
  return scalar.is_collection() || scalar.kind == Kind::kNull ? std::string() : value::PlainText(scalar);
}

std::string KeyText(const value::Value& key) {
  return key.kind == Kind::kFloat ? Float32Text(key.real) : FieldText(key);
}

std::string TemplateText(double real) {
  return yaml::GoFloat(real);
}

}  // namespace kval::helm
