#include "src/lang/cel/quantity.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "src/lang/lex/cursor.h"

namespace kval::cel {
namespace {

constexpr std::string_view kWrongForm =
    "quantities must match the regular expression "
    "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
constexpr std::string_view kWrongSuffix = "unable to parse quantity's suffix";
constexpr std::string_view kWrongNumber = "unable to parse numeric part of quantity";
constexpr int32_t kNano = -9;
constexpr int32_t kMostDigits = 18;  // that an int64 always holds
// Of an exponent: with the digits that a scalar may have behind its point it still fits into an int32.
constexpr int32_t kFarthest = 2'000'000'000;
constexpr Int128 kMostBinary = std::numeric_limits<int64_t>::max();

struct Suffix {
  std::string_view name;
  int32_t exponent;
};
constexpr Suffix kDecimal[] = {{"n", -9}, {"u", -6}, {"m", -3}, {"", 0},   {"k", 3},
                               {"M", 6},  {"G", 9},  {"T", 12}, {"P", 15}, {"E", 18}};
constexpr Suffix kBinary[] = {{"Ki", 10}, {"Mi", 20}, {"Gi", 30}, {"Ti", 40}, {"Pi", 50}, {"Ei", 60}};

bool Multiply(Int128& value, Int128 factor) {
  return !__builtin_mul_overflow(value, factor, &value);
}

bool MultiplyByTens(Int128& value, int32_t power) {
  if (value == 0) {
    return true;
  }
  for (int32_t i = 0; i < power; ++i) {
    if (!Multiply(value, 10)) {
      return false;
    }
  }
  return true;
}

// The parts of `-1.5Gi`.
struct Parts {
  bool is_negative = false;
  std::string_view whole;  // without leading zeros
  std::string_view fraction;
  std::string_view suffix;
};

std::optional<Parts> Split(std::string_view text) {
  Parts parts;
  size_t at = 0;
  const auto digits = [&] {
    const size_t start = at;
    while (at < text.size() && IsDigit(text[at])) {
      ++at;
    }
    return text.substr(start, at - start);
  };
  if (text[0] == '-' || text[0] == '+') {
    parts.is_negative = text[0] == '-';
    ++at;
  }
  while (at < text.size() && text[at] == '0') {
    ++at;
  }
  parts.whole = digits();
  if (at < text.size() && text[at] == '.') {
    ++at;
    parts.fraction = digits();
  }
  const size_t suffix = at;
  while (at < text.size() && std::string_view("eEinumkKMGTP").find(text[at]) != std::string_view::npos) {
    ++at;
  }
  if (at < text.size() && (text[at] == '-' || text[at] == '+')) {
    ++at;
  }
  digits();
  parts.suffix = text.substr(suffix);
  return at == text.size() ? std::optional(parts) : std::nullopt;
}

struct Unit {
  Quantity::QuantityFormat form;
  int32_t exponent;
};

std::optional<Unit> UnitOf(std::string_view suffix) {
  for (const Suffix& known : kDecimal) {
    if (known.name == suffix) {
      return Unit{Quantity::QuantityFormat::kDecimal, known.exponent};
    }
  }
  for (const Suffix& known : kBinary) {
    if (known.name == suffix) {
      return Unit{Quantity::QuantityFormat::kBinary, known.exponent};
    }
  }
  if (suffix.size() > 1 && (suffix[0] == 'e' || suffix[0] == 'E')) {
    std::string_view digits = suffix.substr(1);
    digits.remove_prefix(digits[0] == '+' ? 1 : 0);
    int32_t exponent = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
    if (error == std::errc() && end == digits.data() + digits.size()) {
      return Unit{Quantity::QuantityFormat::kExponent, std::clamp(exponent, -kFarthest, kFarthest)};
    }
  }
  return std::nullopt;
}

// The quantity in the form with an int64, where Kubernetes takes that one.
std::optional<Quantity> Small(const Parts& parts, Unit unit) {
  const auto whole = static_cast<int32_t>(parts.whole.empty() ? 1 : parts.whole.size());
  const auto fraction = static_cast<int32_t>(parts.fraction.size());
  int32_t precision = kMostDigits - whole - fraction;
  int32_t scale = unit.exponent - fraction;
  Int128 factor = 1;
  if (unit.form == Quantity::QuantityFormat::kBinary) {
    precision = fraction == 0
                    ? 15 - whole - static_cast<int32_t>(static_cast<float>(unit.exponent) * 3 / 10) - 1
                    : -1;
    scale = 0;
    factor <<= unit.exponent;
  }
  if (precision < 0 || scale < kNano) {
    return std::nullopt;
  }
  Int128 number = 0;
  for (const std::string_view digits : {parts.whole, parts.fraction}) {
    for (const char c : digits) {
      number = number * 10 + (c - '0');
    }
  }
  number *= factor;
  if (number > kMostBinary) {
    return std::nullopt;
  }
  return Quantity{parts.is_negative ? -number : number, scale, true, unit.form};
}

// Digits beyond what can be held, which `places` takes off, round up.
struct Digits {
  Int128 number = 0;
  bool has_overflow = false;
};

Digits ReadDigits(const Parts& parts) {
  Digits digits;
  for (const std::string_view part : {parts.whole, parts.fraction}) {
    for (const char c : part) {
      if (!Multiply(digits.number, 10) || __builtin_add_overflow(digits.number, c - '0', &digits.number)) {
        digits.has_overflow = true;
        return digits;
      }
    }
  }
  return digits;
}

// The other form: billionths, rounded up.
std::optional<Quantity> Large(const Parts& parts, Unit unit) {
  const Digits digits = ReadDigits(parts);
  Quantity quantity{digits.number, kNano, false, unit.form};
  int32_t scale = -static_cast<int32_t>(parts.fraction.size());
  if (unit.form == Quantity::QuantityFormat::kBinary) {
    const bool fits = !digits.has_overflow && Multiply(quantity.number, Int128{1} << unit.exponent);
    if (!fits) {
      quantity.number = kMostBinary;
      scale = 0;
    }
  } else if (digits.has_overflow) {
    return std::nullopt;
  } else {
    scale += unit.exponent;
  }
  if (scale > kNano && !MultiplyByTens(quantity.number, scale - kNano)) {
    if (unit.form != Quantity::QuantityFormat::kBinary) {
      return std::nullopt;
    }
    quantity.number = kMostBinary * 1'000'000'000;
  }
  for (int32_t at = scale; at < kNano && quantity.number > 1; ++at) {
    quantity.number = quantity.number / 10 + (quantity.number % 10 == 0 ? 0 : 1);
  }
  const Int128 one = 1'000'000'000;
  if (unit.form == Quantity::QuantityFormat::kBinary) {
    quantity.number = std::min(quantity.number, kMostBinary * one);
    if (quantity.number > 0 && quantity.number < one) {
      quantity.form = Quantity::QuantityFormat::kDecimal;
    }
  }
  quantity.number = parts.is_negative ? -quantity.number : quantity.number;
  return quantity;
}

std::string Decimal(Int128 number) {
  std::string text;
  const bool is_negative = number < 0;
  for (; number != 0; number /= 10) {
    const auto digit = static_cast<int>(number % 10);
    text += static_cast<char>('0' + (digit < 0 ? -digit : digit));
  }
  text += text.empty() ? "0" : "";
  text += is_negative ? "-" : "";
  std::reverse(text.begin(), text.end());
  return text;
}

// With the suffix of the largest power of thousand, as both decimal forms have it.
std::string DecimalText(const Quantity& quantity) {
  Int128 number = quantity.number;
  int32_t exponent = quantity.scale;
  while (exponent % 3 != 0) {
    number *= 10;
    --exponent;
  }
  while (number != 0 && number % 1000 == 0) {
    number /= 1000;
    exponent += 3;
  }
  exponent = number == 0 ? 0 : exponent;
  const std::string text = Decimal(number);
  if (quantity.form == Quantity::QuantityFormat::kExponent) {
    return exponent == 0 ? text : text + "e" + std::to_string(exponent);
  }
  for (const Suffix& suffix : kDecimal) {
    if (suffix.exponent == exponent) {
      return text + std::string(suffix.name);
    }
  }
  return text;
}

// Both on the finer scale of the two.
bool Align(Quantity& a, Quantity& b) {
  Quantity& coarse = a.scale > b.scale ? a : b;
  const int32_t fine = std::min(a.scale, b.scale);
  if (!MultiplyByTens(coarse.number, coarse.scale - fine)) {
    return false;
  }
  coarse.scale = fine;
  return true;
}

}  // namespace

std::optional<Quantity> Quantity::Parse(std::string_view text, std::string* why) {
  *why = kWrongForm;
  if (text.empty()) {
    return std::nullopt;
  }
  const auto parts = Split(text);
  if (!parts) {
    return std::nullopt;
  }
  const auto unit = UnitOf(parts->suffix);
  if (!unit) {
    *why = kWrongSuffix;
    return std::nullopt;
  }
  auto quantity = Small(*parts, *unit);
  if (!quantity) {
    quantity = Large(*parts, *unit);
    *why = kWrongNumber;
  }
  return quantity;
}

std::string Quantity::Text() const {
  Quantity limit = FromInteger(1024);
  Quantity magnitude = *this;
  magnitude.number = number < 0 ? -number : number;
  if (form != QuantityFormat::kBinary || Compare(magnitude, limit) < 0) {
    Quantity decimal = *this;
    decimal.form = form == QuantityFormat::kBinary ? QuantityFormat::kDecimal : form;
    return DecimalText(decimal);
  }
  Int128 value = magnitude.number;
  for (int32_t at = scale; at < 0; ++at) {
    if (value % 10 != 0) {
      // No power of two says that exactly.
      Quantity decimal = *this;
      decimal.form = QuantityFormat::kDecimal;
      return DecimalText(decimal);
    }
    value /= 10;
  }
  if (scale > 0) {
    MultiplyByTens(value, scale);
  }
  size_t power = 0;
  while (power < std::size(kBinary) && value % 1024 == 0) {
    value /= 1024;
    ++power;
  }
  return Decimal(number < 0 ? -value : value) + std::string(power == 0 ? "" : kBinary[power - 1].name);
}

std::optional<int64_t> Quantity::AsInteger() const {
  Int128 value = number;
  if (!is_small || scale < 0 || !MultiplyByTens(value, scale) || value > kMostBinary ||
      value < -kMostBinary - 1) {
    return std::nullopt;
  }
  return static_cast<int64_t>(value);
}

double Quantity::AsDouble() const {
  const auto base = static_cast<double>(number);
  return scale == 0 ? base : base * std::pow(10.0, scale);
}

int Compare(const Quantity& a, const Quantity& b) {
  if (a.Sign() != b.Sign()) {
    return a.Sign() < b.Sign() ? -1 : 1;
  }
  Quantity x = a;
  Quantity y = b;
  if (!Align(x, y)) {
    // The coarser one is beyond all that the finer scale can hold.
    return (a.scale > b.scale ? 1 : -1) * a.Sign();
  }
  return x.number < y.number ? -1 : x.number > y.number ? 1 : 0;
}

std::optional<Quantity> Add(const Quantity& a, const Quantity& b) {
  Quantity sum = a;
  Quantity other = b;
  sum.form = a.number == 0 ? b.form : a.form;
  sum.is_small = a.is_small && b.is_small;
  if (a.number == 0 || b.number == 0) {
    sum.number = a.number + b.number;
    sum.scale = b.number == 0 ? a.scale : b.scale;
    return sum;
  }
  if (!Align(sum, other) || __builtin_add_overflow(sum.number, other.number, &sum.number)) {
    return std::nullopt;
  }
  sum.is_small = sum.is_small && sum.number <= kMostBinary && sum.number >= -kMostBinary - 1;
  return sum;
}

std::optional<Quantity> Subtract(const Quantity& a, const Quantity& b) {
  Quantity negative = b;
  negative.number = -b.number;
  return Add(a, negative);
}

}  // namespace kval::cel
