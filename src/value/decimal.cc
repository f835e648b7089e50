#include "src/value/decimal.h"

#include <algorithm>
#include <array>
#include <boost/multiprecision/cpp_int.hpp>
#include <charconv>
#include <cmath>
#include <string>
#include <string_view>

#include "src/support/ascii.h"
#include "src/support/keyed_hash.h"
#include "src/support/native_stack.h"

namespace kval::value {
namespace {

using boost::multiprecision::cpp_int;

// More digits than anyone writes: beyond, arithmetic would cost more than the answer is worth.
constexpr size_t kMostDigits = 20'000;
constexpr int64_t kMostExponent = 1'000'000'000;

// digits × 10^exponent; no zeros at either end of the digits, none at all for 0.
struct Decimal {
  bool is_negative = false;
  std::string digits;
  int64_t exponent = 0;

  bool is_zero() const { return digits.empty(); }
  // The place of the first digit: numbers of one sign compare by it first.
  int64_t size() const { return static_cast<int64_t>(digits.size()) + exponent; }
};

void Normalize(Decimal& number) {
  const size_t last = number.digits.find_last_not_of('0');
  if (last == std::string::npos) {
    number = Decimal();
    return;
  }
  number.exponent += static_cast<int64_t>(number.digits.size() - last - 1);
  number.digits.resize(last + 1);
  number.digits.erase(0, number.digits.find_first_not_of('0'));
}

// `[+-]digits[.digits][e[+-]digits]`; nothing for any other spelling.
std::optional<Decimal> Read(std::string_view text) {
  Decimal number;
  size_t at = 0;
  if (at < text.size() && (text[at] == '+' || text[at] == '-')) {
    number.is_negative = text[at++] == '-';
  }
  const size_t begin = at;
  for (; at < text.size() && IsDigit(text[at]); ++at) {
    number.digits += text[at];
  }
  if (at < text.size() && text[at] == '.') {
    for (++at; at < text.size() && IsDigit(text[at]); ++at) {
      number.digits += text[at];
      --number.exponent;
    }
  }
  if (at == begin || number.digits.empty()) {
    return std::nullopt;
  }
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    at += at + 1 < text.size() && text[at + 1] == '+' ? 2 : 1;
    int64_t exponent = 0;
    const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), exponent);
    if (error != std::errc() || std::abs(exponent) > kMostExponent) {
      return std::nullopt;
    }
    number.exponent += exponent;
    at = static_cast<size_t>(end - text.data());
  }
  if (at != text.size()) {
    return std::nullopt;
  }
  Normalize(number);
  return number;
}

std::optional<Decimal> DecimalOf(const Value& value) {
  if (value.kind == Kind::kInt) {
    return Read(value.is_unsigned ? std::to_string(static_cast<uint64_t>(value.integer))
                                  : std::to_string(value.integer));
  }
  if (value.kind != Kind::kFloat) {
    return std::nullopt;
  }
  // A leading zero may be an octal's: only a fraction or an exponent is surely decimal.
  const bool is_decimal = value.raw.find_first_of(".eE") != std::string_view::npos || value.raw.size() > 18;
  if (std::optional<Decimal> written = is_decimal ? Read(value.raw) : std::nullopt) {
    return written;
  }
  if (!std::isfinite(value.real)) {
    return std::nullopt;
  }
  std::array<char, 64> text{};
  const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), value.real);
  return Read(std::string_view(text.data(), static_cast<size_t>(end - text.data())));
}

int CompareSizes(const Decimal& a, const Decimal& b) {
  if (a.is_zero() || b.is_zero()) {
    return static_cast<int>(b.is_zero()) - static_cast<int>(a.is_zero());
  }
  if (a.size() != b.size()) {
    return a.size() < b.size() ? -1 : 1;
  }
  return a.digits.compare(b.digits);
}

// For two values that are equal as doubles.
bool SameNumbers(const Value& a, const Value& b) {
  NeedStack();
  if (a.kind == Kind::kFloat || b.kind == Kind::kFloat) {
    return CompareExactly(a, b).value_or(0) == 0;
  }
  if (a.kind == Kind::kSequence) {
    return std::equal(a.items().begin(), a.items().end(), b.items().begin(),
                      [](const Value* x, const Value* y) { return SameNumbers(*x, *y); });
  }
  if (a.kind != Kind::kMapping) {
    return true;
  }
  TextMap<std::string_view, const Value*> others;
  for (const Entry& entry : b.entries()) {
    others.emplace(entry.key->raw, entry.value);
  }
  return std::all_of(a.entries().begin(), a.entries().end(), [&](const Entry& entry) {
    const auto other = others.find(entry.key->raw);
    return other == others.end() || SameNumbers(*entry.value, *other->second);
  });
}

}  // namespace

bool EqualExactly(const Value& a, const Value& b) {
  return Equal(a, b) && SameNumbers(a, b);
}

bool IsExactlyRepresentable(const Value& value) {
  Value rounded = value;
  rounded.raw = value::Text();
  return value.kind != Kind::kFloat || CompareExactly(value, rounded).value_or(0) == 0;
}

bool IsWhole(const Value& number) {
  if (number.kind == Kind::kInt) {
    return true;
  }
  const std::optional<Decimal> decimal = DecimalOf(number);
  return decimal && (decimal->is_zero() || decimal->exponent >= 0);
}

std::optional<int> CompareExactly(const Value& a, const Value& b) {
  const std::optional<Decimal> left = DecimalOf(a);
  const std::optional<Decimal> right = DecimalOf(b);
  if (!left || !right) {
    return std::nullopt;
  }
  if (left->is_negative != right->is_negative) {
    return left->is_zero() && right->is_zero() ? 0 : (left->is_negative ? -1 : 1);
  }
  const int order = CompareSizes(*left, *right);
  return left->is_negative ? -order : order;
}

std::optional<bool> IsMultipleOf(const Value& number, const Value& divisor) {
  const std::optional<Decimal> left = DecimalOf(number);
  const std::optional<Decimal> right = DecimalOf(divisor);
  if (!left || !right || right->is_zero()) {
    return std::nullopt;
  }
  if (left->is_zero()) {
    return true;
  }
  if (left->size() < right->size()) {
    return false;
  }
  if (left->digits.size() > kMostDigits || right->digits.size() > kMostDigits) {
    return std::nullopt;
  }
  // Both are brought to the smaller exponent: one of the two grows by `shift` zeros.
  const int64_t shift = left->exponent - right->exponent;
  const cpp_int dividend(left->digits);
  cpp_int modulus(right->digits);
  if (shift < 0) {
    // The divisor is not larger than the number: it has no more zeros than that has digits.
    modulus *= boost::multiprecision::pow(cpp_int(10), static_cast<unsigned>(-shift));
    return dividend % modulus == 0;
  }
  const cpp_int zeros = boost::multiprecision::powm(cpp_int(10), cpp_int(shift), modulus);
  return dividend % modulus * zeros % modulus == 0;
}

}  // namespace kval::value
