#include <algorithm>
#include <limits>

#include "src/lang/starlark/builtins.h"
#include "src/lang/starlark/integer.h"
#include "src/lang/starlark/interpreter.h"
#include "src/lang/starlark/numbers.h"
#include "src/lang/starlark/ops.h"
#include "src/lang/starlark/text.h"
#include "src/lang/starlark/unpack.h"
#include "src/support/ascii.h"
#include "src/support/ascii_text.h"
#include "src/support/parse_double.h"
#include "src/support/utf8.h"

namespace kval::starlark {
namespace {

// Removes underscores between digits and after `0x` (Go, strconv.ParseFloat); returns false if they occur
// elsewhere. Expects lower case.
bool WithoutUnderscores(std::string& text) {
  const size_t prefix = text.find("0x") <= 1 ? text.find("0x") + 2 : 0;
  const auto is_digit = [prefix](char c) { return IsDigit(c) || (prefix > 0 && c >= 'a' && c <= 'f'); };
  for (size_t i = 0; i < text.size(); ++i) {
    const bool is_between =
        i > 0 && i + 1 < text.size() && (is_digit(text[i - 1]) || i == prefix) && is_digit(text[i + 1]);
    if (text[i] == '_' && !is_between) {
      return false;
    }
  }
  std::erase(text, '_');
  return true;
}

// `digits` as a number without a sign: decimal, or hexadecimal, which Go knows with an exponent of two only.
// Of no length when it is none.
ParsedDouble UnsignedFloat(std::string_view digits) {
  auto form = std::chars_format::general;
  if (digits.starts_with("0x")) {
    digits.remove_prefix(2);
    form = std::chars_format::hex;
    if (digits.find('p') == std::string_view::npos) {
      return {};
    }
  }
  const bool starts_well = !digits.empty() && digits[0] != '-' && digits[0] != 'i' && digits[0] != 'n';
  const ParsedDouble read = ParseDouble(digits, form);
  return starts_well && read.is_whole(digits) ? read : ParsedDouble();
}

Outcome<Value> FloatFromText(const Call& call, std::string_view text) {
  const std::string quoted = Quote(text);
  std::string lower = LowerCased(text);
  const bool is_separated_well = WithoutUnderscores(lower);
  std::string_view digits = lower;
  const bool is_negative = digits.starts_with('-');
  if (is_negative || digits.starts_with('+')) {
    digits.remove_prefix(1);
  }
  double real = 0;
  if (digits == "inf" || digits == "infinity") {
    real = std::numeric_limits<double>::infinity();
  } else if (lower == "nan") {
    return Value::Float(std::numeric_limits<double>::quiet_NaN());
  } else {
    const ParsedDouble read = is_separated_well ? UnsignedFloat(digits) : ParsedDouble();
    if (read.length == 0) {
      return Named(call, "strconv.ParseFloat: parsing " + quoted + ": invalid syntax");
    }
    if (read.is_too_large) {
      return Named(call, "strconv.ParseFloat: parsing " + quoted + ": value out of range");
    }
    real = read.value;
  }
  return Value::Float(is_negative ? -real : real);
}

// The base that a prefix such as `0x` names, 0 for none; the prefix is taken away.
int64_t TakePrefix(std::string_view& digits) {
  if (digits.size() <= 2 || digits[0] != '0') {
    return 0;
  }
  const char letter = static_cast<char>(digits[1] | 0x20);
  const int64_t base = letter == 'o' ? 8 : letter == 'x' ? 16 : letter == 'b' ? 2 : 0;
  if (base != 0) {
    digits.remove_prefix(2);
  }
  return base;
}

Outcome<Value> IntFromString(const Call& call, std::string_view text, int64_t base) {
  std::string_view digits = text;
  const bool is_negative = digits.starts_with('-');
  if (is_negative || digits.starts_with('+')) {
    digits.remove_prefix(1);
  }
  const int64_t requested = base;
  const bool has_zero = digits.size() > 1 && digits[0] == '0';
  const int64_t prefix = TakePrefix(digits);
  bool is_valid = prefix == 0 || base == 0 || prefix == base;
  if (base == 0) {
    // `int("0755", 0)` could mean two things.
    is_valid =
        is_valid && (prefix != 0 || !has_zero || digits.find_first_not_of('0') == std::string_view::npos);
    base = prefix != 0 ? prefix : 10;
  }
  is_valid = is_valid && !digits.empty() && digits[0] != '-' && digits[0] != '+';
  const Value made =
      is_valid ? IntFromText(call.interpreter.heap(), digits, static_cast<int>(base)) : Value();
  if (!made.is_set()) {
    return Named(call, "invalid literal with base " + std::to_string(requested) + ": " + std::string(text));
  }
  return is_negative ? IntNegate(call.interpreter.heap(), made) : made;
}

}  // namespace

Outcome<Value> Chr(const Call& call) {
  if (Status taken = OneArgument(call); !taken) {
    return taken.Pass();
  }
  Outcome<int64_t> point = AsInt32(call.args.positional[0]);
  if (!point) {
    return Named(call, "got " + std::string(TypeName(call.args.positional[0])) + ", want int");
  }
  if (*point < 0) {
    return Named(call, "Unicode code point " + std::to_string(*point) + " out of range (<0)");
  }
  if (*point > 0x10FFFF) {
    std::string digits = IntText(Value::Int(*point), 16);
    std::transform(digits.begin(), digits.end(), digits.begin(),
                   [](char c) { return c >= 'a' ? static_cast<char>(c - 32) : c; });
    return Named(call, "Unicode code point U+" + digits + " out of range (>0x10FFFF)");
  }
  std::string text;
  utf8::Append(text, static_cast<char32_t>(*point));
  return call.interpreter.heap().NewString(std::move(text));
}

Outcome<Value> Ord(const Call& call) {
  if (Status taken = OneArgument(call); !taken) {
    return taken.Pass();
  }
  const Value value = call.args.positional[0];
  if (!value.is_string()) {
    return Named(call, "got " + std::string(TypeName(value)) + ", want string");
  }
  const utf8::CodePoint point = utf8::Decode(value.text(), 0);
  if (point.length == 0 || point.length != value.text().size()) {
    return Named(
        call, "string encodes " + std::to_string(utf8::Count(value.text())) + " Unicode code points, want 1");
  }
  return Value::Int(point.value);
}

Outcome<Value> Float(const Call& call) {
  if (!call.args.keywords.empty()) {
    return EvalFailure("float does not accept keyword arguments");
  }
  if (call.args.positional.empty()) {
    return Value::Float(0);
  }
  if (call.args.positional.size() != 1) {
    return EvalFailure("float got " + std::to_string(call.args.positional.size()) + " arguments, wants 1");
  }
  const Value value = call.args.positional[0];
  if (value.is_bool()) {
    return Value::Float(value.boolean() ? 1 : 0);
  }
  if (value.is_number()) {
    return Value::Float(value.is_float() ? value.real() : IntToDouble(value));
  }
  if (value.is_string()) {
    return FloatFromText(call, value.text());
  }
  return EvalFailure("float got " + std::string(TypeName(value)) + ", want number or string");
}

Outcome<Value> Int(const Call& call) {
  Value value = Value::Int(0);
  Value base;
  if (Status taken = UnpackArgs(call, {{"x", &value}, {"base?", &base}}); !taken) {
    return taken.Pass();
  }
  if (value.is_string()) {
    int64_t number = 10;
    if (base.is_set()) {
      Outcome<int64_t> given = AsInt32(base);
      if (!given || (*given != 0 && (*given < 2 || *given > 36))) {
        return Named(call, "base must be an integer >= 2 && <= 36");
      }
      number = *given;
    }
    return IntFromString(call, value.text(), number);
  }
  if (base.is_set()) {
    return Named(call, "can't convert non-string with explicit base");
  }
  if (value.is_bool()) {
    return Value::Int(value.boolean() ? 1 : 0);
  }
  Outcome<Value> converted = NumberToInt(call.interpreter.heap(), value);
  if (!converted) {
    return Named(call, converted.Pass());
  }
  return converted;
}

}  // namespace kval::starlark
