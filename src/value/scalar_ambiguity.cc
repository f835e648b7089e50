#include "src/value/scalar_ambiguity.h"

#include <algorithm>
#include <cstddef>

#include "src/support/utf8.h"
#include "src/value/decimal_form.h"

namespace kval::value {
namespace {

bool SameMeaning(const Resolved& a, const Resolved& b) {
  if (a.kind != b.kind) {
    return false;
  }
  switch (a.kind) {
    case Kind::kBool:
      return a.boolean == b.boolean;
    case Kind::kInt:
      return a.integer == b.integer && a.is_unsigned == b.is_unsigned;
    case Kind::kFloat:
    case Kind::kNull:
    case Kind::kString:
    case Kind::kSequence:
    case Kind::kMapping:
      return true;
  }
  return true;
}

// [0-9]+ ( : [0-5]?[0-9] )+ : a number to base 60 for YAML 1.1. https://yaml.org/type/int.html
bool IsBaseSixty(std::string_view plain) {
  if (!plain.empty() && (plain[0] == '-' || plain[0] == '+')) {
    plain.remove_prefix(1);
  }
  size_t groups = 0;
  for (;; ++groups) {
    const size_t digits = CountDigits(plain);
    const bool is_good = digits > 0 && (groups == 0 || (digits <= 2 && (digits == 1 || plain[0] <= '5')));
    if (!is_good) {
      return false;
    }
    plain.remove_prefix(digits);
    if (plain.empty()) {
      return groups > 0;
    }
    if (plain[0] != ':') {
      return false;
    }
    plain.remove_prefix(1);
  }
}

// 2001-12-14 : a date for YAML 1.1. https://yaml.org/type/timestamp.html
bool IsDate(std::string_view plain) {
  return plain.size() == 10 && plain[4] == '-' && plain[7] == '-' && CountDigits(plain) == 4 &&
         CountDigits(plain.substr(5)) == 2 && CountDigits(plain.substr(8)) == 2;
}

// -?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)? : numbers that ytt's --strict takes
bool IsStrictNumber(std::string_view text) {
  if (!text.empty() && text[0] == '-') {
    text.remove_prefix(1);
  }
  const size_t whole = CountDigits(text);
  if (whole == 0 || (whole > 1 && text[0] == '0') || !HasFloatForm(text)) {
    return false;
  }
  return whole == text.size() || text[whole] != '.' || (whole + 1 < text.size() && IsDigit(text[whole + 1]));
}

// A number with an exponent that YAML 1.1 readers (PyYAML, Ruby) read as a string: they require a point in
// the mantissa and a sign in the exponent. https://yaml.org/type/float.html
bool IsTextWithoutPoint(std::string_view number) {
  const size_t exponent = number.find_first_of("eE");
  return exponent != std::string_view::npos && exponent + 1 < number.size() &&
         (number.find('.') == std::string_view::npos || IsDigit(number[exponent + 1]));
}

constexpr std::string_view kOtherKind = "some YAML readers read it as another type";

// What Go's unicode.IsSpace takes.
bool IsSpaceOfGo(char32_t c) {
  return (c >= '\t' && c <= '\r') || c == ' ' || c == 0x85 || c == 0xA0 || c == 0x1680 ||
         (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F ||
         c == 0x3000;
}

bool HasSpaceOfGo(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    const utf8::CodePoint c = utf8::Decode(text, at);
    if (c.valid && IsSpaceOfGo(c.value)) {
      return true;
    }
    at += std::max<size_t>(c.length, 1);
  }
  return false;
}

// The type that ytt's strict_scalar_resolve.go assigns to a plain scalar before it resolves it as YAML.
Kind StrictKind(std::string_view plain) {
  if (plain.empty()) {
    return Kind::kNull;
  }
  if (plain == "true" || plain == "false") {
    return Kind::kBool;
  }
  if (!IsStrictNumber(plain)) {
    return Kind::kString;
  }
  return plain.find_first_of(".eE") == std::string_view::npos ? Kind::kInt : Kind::kFloat;
}

std::string_view ComplaintOfYtt(std::string_view plain) {
  const Kind strict = StrictKind(plain);
  if (strict == Kind::kString && HasSpaceOfGo(plain)) {
    return "a string with spaces must be quoted";
  }
  if (strict == Kind::kString && plain.find(':') != std::string_view::npos) {
    return "a string with a colon must be quoted";
  }
  if (strict == Kind::kString && plain.find("---") != std::string_view::npos) {
    return "a string with `---` must be quoted";
  }
  return Resolve(Dialect::kYtt, plain).kind == strict ? std::string_view() : kOtherKind;
}

}  // namespace

std::optional<ScalarAmbiguity> FindAmbiguity(std::string_view plain) {
  const Resolved old = Resolve(Dialect::kHelm, plain);
  const Resolved core = Resolve(Dialect::kYaml12, plain);
  if (core.kind == Kind::kFloat && IsTextWithoutPoint(plain)) {
    return ScalarAmbiguity{AmbiguityKind::kNumberOrText, Kind::kString, core.kind};
  }
  if (core.kind == Kind::kString && IsDigit(plain[plain.empty() ? 0 : plain.size() - 1]) &&
      (IsBaseSixty(plain) || IsDate(plain))) {
    return ScalarAmbiguity{AmbiguityKind::kNumberOrText, Kind::kInt, core.kind};
  }
  if (SameMeaning(old, core)) {
    return std::nullopt;
  }
  if (old.kind == Kind::kBool) {
    return ScalarAmbiguity{AmbiguityKind::kBoolean, old.kind, core.kind};
  }
  const std::string_view unsigned_part = plain.substr(plain[0] == '-' || plain[0] == '+' ? 1 : 0);
  if (unsigned_part.size() > 1 && unsigned_part[0] == '0' &&
      CountDigits(unsigned_part) == unsigned_part.size()) {
    return ScalarAmbiguity{AmbiguityKind::kLegacyOctal, old.kind, core.kind};
  }
  return ScalarAmbiguity{AmbiguityKind::kNumberOrText, old.kind, core.kind};
}

std::string_view GetStrictError(Dialect dialect, std::string_view plain) {
  const std::string_view of_ytt = dialect == Dialect::kYtt ? ComplaintOfYtt(plain) : std::string_view();
  if (!of_ytt.empty()) {
    return of_ytt;
  }
  return FindAmbiguity(plain) && !IsStrictNumber(plain) ? kOtherKind : std::string_view();
}

}  // namespace kval::value
