#include "src/value/scalar_resolve.h"

#include <array>
#include <charconv>
#include <limits>
#include <optional>
#include <string>
#include <system_error>

#include "src/support/parse_double.h"
#include "src/value/decimal_form.h"

namespace kval::value {
namespace {

// A number as its digits without sign and base prefix.
struct Digits {
  bool has_sign = false;
  bool negative = false;
  int base = 10;
  std::string_view digits;
};

// The scalar syntax of a dialect.
struct Table {
  Dialect dialect;
  std::string_view name;
  bool old_booleans;        // yes no on off y n
  bool underscores;         // 1_000
  bool binary;              // 0b1
  bool legacy_octal;        // 017
  bool leading_zero;        // 08 is a number
  bool prefix_in_capitals;  // 0X1F
  bool signed_prefix;       // -0x1F
  bool only_small_words;    // True and Null are strings
  bool signed_binary;       // 0b-1, where Go parses the text after 0b
  bool big_hexadecimal;     // 0x1ffffffffffffffff is a number
};

constexpr std::array kTables = {
    Table{Dialect::kYtt, "ytt", true, true, true, true, true, true, true, false, true, false},
    Table{Dialect::kHelm, "helm", true, true, true, true, true, true, true, false, true, false},
    Table{Dialect::kK8s, "k8s", true, true, true, true, true, true, true, false, true, true},
    Table{Dialect::kYaml12, "yaml1.2", false, false, false, false, true, false, false, false, false, true},
    Table{Dialect::kKcl, "kcl", false, false, true, false, false, false, true, false, false, true},
    Table{Dialect::kKclVet, "kcl-vet", false, false, false, false, true, false, false, true, false, true},
    Table{Dialect::kYaml11, "yaml1.1", true, true, true, true, false, false, true, false, false, true},
};

const Table& TableOf(Dialect dialect) {
  return kTables[static_cast<size_t>(dialect)];
}

template <size_t N>
bool OneOf(std::string_view text, const std::array<std::string_view, N>& words) {
  for (const std::string_view word : words) {
    if (word == text) {
      return true;
    }
  }
  return false;
}

constexpr std::array<std::string_view, 3> kNulls = {"null", "Null", "NULL"};
constexpr std::array<std::string_view, 3> kTrue = {"true", "True", "TRUE"};
constexpr std::array<std::string_view, 3> kFalse = {"false", "False", "FALSE"};
constexpr std::array<std::string_view, 8> kOldTrue = {"y", "Y", "yes", "Yes", "YES", "on", "On", "ON"};
constexpr std::array<std::string_view, 8> kOldFalse = {"n", "N", "no", "No", "NO", "off", "Off", "OFF"};
constexpr std::array<std::string_view, 6> kInfinity = {".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"};
constexpr std::array<std::string_view, 3> kMinusInfinity = {"-.inf", "-.Inf", "-.INF"};
constexpr std::array<std::string_view, 3> kNan = {".nan", ".NaN", ".NAN"};

Resolved String() {
  return {};
}

Resolved Null() {
  Resolved resolved;
  resolved.kind = Kind::kNull;
  return resolved;
}

Resolved Bool(bool boolean) {
  Resolved resolved;
  resolved.kind = Kind::kBool;
  resolved.boolean = boolean;
  return resolved;
}

Resolved Float(double real) {
  Resolved resolved;
  resolved.kind = Kind::kFloat;
  resolved.real = real;
  return resolved;
}

// Parses a float. Underflow gives zero. Overflow gives a string, as in go-yaml, except in the core schema,
// where it is an infinite double with exact source text.
Resolved ParseFloat(const Table& table, std::string_view text) {
  const bool negative = text[0] == '-';
  if (negative || text[0] == '+') {
    text.remove_prefix(1);
  }
  const ParsedDouble read = ParseDouble(text);
  if (read.length == 0 || (read.is_too_large && table.dialect != Dialect::kYaml12)) {
    return String();
  }
  return Float(negative ? -read.value : read.value);
}

Digits SplitPrefix(const Table& table, std::string_view text) {
  Digits split;
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
    split.negative = text[0] == '-';
    split.has_sign = true;
    text.remove_prefix(1);
  }
  split.digits = text;
  if (text.size() < 2 || text[0] != '0' || (split.has_sign && !table.signed_prefix)) {
    return split;
  }
  const bool capital = text[1] >= 'A' && text[1] <= 'Z';
  if (capital && !table.prefix_in_capitals) {
    return split;
  }
  const auto with_base = [&](int base, size_t skip) {
    split.base = base;
    split.digits = text.substr(skip);
    return split;
  };
  switch (text[1]) {
    case 'x':
    case 'X':
      return with_base(16, 2);
    case 'o':
    case 'O':
      return with_base(8, 2);
    case 'b':
    case 'B':
      return table.binary ? with_base(2, 2) : split;
    default:
      return table.legacy_octal ? with_base(8, 1) : split;
  }
}

// An integer of at most 64 bits, or a string.
Resolved ParseInt(const Table& table, Digits split) {
  const bool is_signed_inside = table.signed_binary && split.base == 2 && !split.has_sign &&
                                !split.digits.empty() && (split.digits[0] == '-' || split.digits[0] == '+');
  if (is_signed_inside) {
    split.negative = split.digits[0] == '-';
    split.digits.remove_prefix(1);
  }
  if (split.digits.empty() || split.digits[0] == '-' || split.digits[0] == '+') {
    return String();
  }
  uint64_t magnitude = 0;
  const char* const end = split.digits.data() + split.digits.size();
  const auto [stop, error] = std::from_chars(split.digits.data(), end, magnitude, split.base);
  constexpr uint64_t kLargest = std::numeric_limits<int64_t>::max();
  if (error != std::errc() || stop != end || (split.negative && magnitude > kLargest + 1)) {
    return String();
  }
  Resolved resolved;
  resolved.kind = Kind::kInt;
  resolved.integer = static_cast<int64_t>(split.negative ? uint64_t{0} - magnitude : magnitude);
  resolved.is_unsigned = !split.negative && magnitude > kLargest;
  return resolved;
}

bool IsTooLarge(const Digits& split) {
  uint64_t magnitude = 0;
  const char* const end = split.digits.data() + split.digits.size();
  return std::from_chars(split.digits.data(), end, magnitude, split.base).ec ==
         std::errc::result_out_of_range;
}

Resolved ResolveNumber(const Table& table, std::string_view plain) {
  std::string without;
  if (table.underscores && plain.find('_') != std::string_view::npos && plain[0] != '.') {
    for (const char c : plain) {
      if (c != '_') {
        without += c;
      }
    }
    plain = without;
    if (plain.empty()) {
      return String();
    }
  }
  const Digits split = SplitPrefix(table, plain);
  if (!table.leading_zero && split.base == 10 && split.digits.size() > 1 && split.digits[0] == '0' &&
      CountDigits(split.digits) == split.digits.size()) {
    return String();
  }
  const Resolved integer = ParseInt(table, split);
  if (integer.kind == Kind::kInt) {
    return integer;
  }
  if (HasFloatForm(plain)) {
    return ParseFloat(table, plain);
  }
  // Some keep such a number as a big integer; a double is the nearest that kval has.
  if (table.big_hexadecimal && split.base == 16 && IsTooLarge(split)) {
    double real = 0;
    const char* const end = split.digits.data() + split.digits.size();
    const auto [stop, error] = std::from_chars(split.digits.data(), end, real, std::chars_format::hex);
    if (error == std::errc() && stop == end) {
      return Float(split.negative ? -real : real);
    }
  }
  return String();
}

// By its first letter: most words of a text are keys and names, and few of them begin as one of these.
Resolved ResolveWord(const Table& table, std::string_view plain) {
  constexpr size_t kLongest = 5;  // false
  if (plain.size() > kLongest) {
    return String();
  }
  if (table.only_small_words && plain[0] >= 'A' && plain[0] <= 'Z') {
    return String();
  }
  switch (plain[0]) {
    case '~':
      return plain.size() == 1 ? Null() : String();
    case 't':
    case 'T':
      return OneOf(plain, kTrue) ? Bool(true) : String();
    case 'f':
    case 'F':
      return OneOf(plain, kFalse) ? Bool(false) : String();
    default:
      break;
  }
  if (OneOf(plain, kNulls)) {
    return Null();
  }
  constexpr size_t kLongestOld = 3;  // yes, off
  if (!table.old_booleans || plain.size() > kLongestOld) {
    return String();
  }
  return OneOf(plain, kOldTrue) ? Bool(true) : OneOf(plain, kOldFalse) ? Bool(false) : String();
}

Resolved ResolveDotted(std::string_view plain) {
  if (OneOf(plain, kInfinity)) {
    return Float(std::numeric_limits<double>::infinity());
  }
  if (OneOf(plain, kMinusInfinity)) {
    return Float(-std::numeric_limits<double>::infinity());
  }
  if (OneOf(plain, kNan)) {
    return Float(std::numeric_limits<double>::quiet_NaN());
  }
  return String();
}

// An integer as most are written, which all dialects agree about: nothing but digits, no zero before others.
std::optional<int64_t> PlainDecimal(std::string_view plain) {
  constexpr size_t kAlwaysFit = 18;
  if (plain.size() > kAlwaysFit || (plain[0] == '0' && plain.size() > 1)) {
    return std::nullopt;
  }
  int64_t integer = 0;
  for (const char c : plain) {
    if (!IsDigit(c)) {
      return std::nullopt;
    }
    integer = integer * 10 + (c - '0');
  }
  return integer;
}

}  // namespace

std::string_view DialectName(Dialect dialect) {
  return TableOf(dialect).name;
}

Resolved Resolve(Dialect dialect, std::string_view plain) {
  const Table& table = TableOf(dialect);
  if (plain.empty()) {
    return Null();
  }
  if (const std::optional<int64_t> integer = PlainDecimal(plain)) {
    Resolved resolved;
    resolved.kind = Kind::kInt;
    resolved.integer = *integer;
    return resolved;
  }
  switch (plain[0]) {
    case '.':
    case '+':
    case '-': {
      const Resolved dotted = ResolveDotted(plain);
      return dotted.kind == Kind::kFloat ? dotted : ResolveNumber(table, plain);
    }
    case '~':
    case 't':
    case 'T':
    case 'f':
    case 'F':
    case 'n':
    case 'N':
    case 'y':
    case 'Y':
    case 'o':
    case 'O':
      return ResolveWord(table, plain);
    default:
      return IsDigit(plain[0]) ? ResolveNumber(table, plain) : String();
  }
}

}  // namespace kval::value
