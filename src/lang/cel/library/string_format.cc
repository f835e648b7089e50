#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

#include "src/lang/cel/library/format_clause.h"
#include "src/lang/cel/library/library.h"
#include "src/lang/cel/number_text.h"
#include "src/lang/cel/time.h"
#include "src/lang/lex/cursor.h"
#include "src/support/native_stack.h"
#include "src/support/utf8.h"

// `'%s is %d'.format([…])`: cel-go, ext/formatting.go (before version 4 of the library, as Kubernetes has
// it), with the numbers as golang.org/x/text writes them in English.
namespace kval::cel {
namespace {

constexpr int kMostDigits = 1000;

// What one argument became, or why it did not.
struct Formatted {
  std::string text;
  std::string error;
};

Formatted Reject(std::string_view what, const Value& value) {
  return {{}, std::string(what) + ", was given " + TypeText(*TypeOfValue(value))};
}

// Go's `%q` for valid UTF-8.
std::string GoQuoted(std::string_view text) {
  constexpr std::string_view kEscaped = "\a\b\f\n\r\t\v\\\"";
  constexpr std::string_view kLetters = "abfnrtv\\\"";
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string quoted = "\"";
  for (const char c : text) {
    const size_t known = kEscaped.find(c);
    const auto byte = static_cast<unsigned char>(c);
    if (known != std::string_view::npos) {
      quoted += '\\';
      quoted += kLetters[known];
    } else if (byte < 0x20 || byte == 0x7f) {
      quoted += "\\x";
      quoted += kHex[byte >> 4];
      quoted += kHex[byte & 15];
    } else {
      quoted += c;
    }
  }
  return quoted + "\"";
}

Formatted FormatNested(Context& context, const Value& value);

Formatted FormatList(Context& context, const List& list) {
  Formatted all{"[", {}};
  for (size_t i = 0; i < list.size() && all.error.empty(); ++i) {
    Formatted item = FormatNested(context, list.At(i));
    all.text += (i == 0 ? "" : ", ") + item.text;
    all.error = context.heap().Reserve(item.text.size() + 2) ? item.error : "too much memory";
  }
  all.text += "]";
  return all;
}

Formatted FormatMap(Context& context, const Map& map) {
  std::vector<std::pair<std::string, std::string>> entries;
  for (size_t i = 0; i < map.size(); ++i) {
    const Value key = map.KeyAt(i);
    if (key.is(ValueKind::kDouble)) {
      return {{}, "no formatting function for map key of type double"};
    }
    Formatted name = FormatNested(context, key);
    Formatted value = FormatNested(context, map.ValueAt(i));
    if (!value.error.empty()) {
      return value;
    }
    if (!context.heap().Reserve(2 * (name.text.size() + value.text.size()) + sizeof entries[0])) {
      return {{}, "too much memory"};
    }
    entries.emplace_back(std::move(name.text), std::move(value.text));
  }
  std::stable_sort(entries.begin(), entries.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  Formatted all{"{", {}};
  for (size_t i = 0; i < entries.size(); ++i) {
    all.text += (i == 0 ? "" : ", ") + entries[i].first + ":" + entries[i].second;
  }
  all.text += "}";
  return all;
}

// Within a list or a map: as a literal of the language.
Formatted FormatNested(Context& context, const Value& value) {
  NeedStack();
  if (!context.Work(1) || !context.WorkOnBytes(TextSize(value)) || !context.heap().Reserve(TextSize(value))) {
    return {{}, "too much work"};
  }
  switch (value.kind()) {
    case ValueKind::kNull:
      return {"null", {}};
    case ValueKind::kBool:
      return {value.boolean() ? "true" : "false", {}};
    case ValueKind::kInt:
      return {std::to_string(value.integer()), {}};
    case ValueKind::kUint:
      return {std::to_string(value.natural()), {}};
    case ValueKind::kDouble: {
      const std::string text = FormatFixed(value.real(), 6);
      return {std::isfinite(value.real()) ? text : "\"" + text + "\"", {}};
    }
    case ValueKind::kString:
      return {GoQuoted(value.text()), {}};
    case ValueKind::kBytes:
      return {"b" + GoQuoted(value.text()), {}};
    case ValueKind::kTimestamp:
      return {"timestamp(\"" + TimestampText(value.time()) + "\")", {}};
    case ValueKind::kDuration:
      return {"duration(\"" + DurationText(value.nanoseconds()) + "\")", {}};
    case ValueKind::kList:
      return FormatList(context, value.list());
    case ValueKind::kMap:
      return FormatMap(context, value.map());
    case ValueKind::kType:
      return {std::string(value.type().name), {}};
    default:
      return {{}, "no formatting function for " + TypeText(*TypeOfValue(value))};
  }
}

Formatted FormatString(Context& context, const Value& value) {
  switch (value.kind()) {
    case ValueKind::kString:
      return {std::string(value.text()), {}};
    case ValueKind::kBytes:
      return utf8::FirstInvalid(value.text()) == value.text().size()
                 ? Formatted{std::string(value.text()), {}}
                 : Formatted{{}, "could not convert argument to string"};
    case ValueKind::kDouble:
      return {GoDoubleText(value.real()), {}};
    case ValueKind::kTimestamp:
      return {TimestampText(value.time()), {}};
    case ValueKind::kDuration:
      return {DurationText(value.nanoseconds()), {}};
    case ValueKind::kNull:
    case ValueKind::kBool:
    case ValueKind::kInt:
    case ValueKind::kUint:
    case ValueKind::kList:
    case ValueKind::kMap:
    case ValueKind::kType:
      return FormatNested(context, value);
    default:
      return Reject(
          "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, "
          "durations, "
          "and timestamps",
          value);
  }
}

Formatted InBase(const Value& value, int base, bool is_upper, std::string_view what) {
  char digits[80];
  std::to_chars_result end = {digits, std::errc()};
  if (value.is(ValueKind::kInt)) {
    end = std::to_chars(digits, digits + sizeof digits, value.integer(), base);
  } else if (value.is(ValueKind::kUint)) {
    end = std::to_chars(digits, digits + sizeof digits, value.natural(), base);
  } else {
    return Reject(what, value);
  }
  std::string text(digits, end.ptr);
  for (char& c : text) {
    c = static_cast<char>(is_upper && c >= 'a' ? c - 'a' + 'A' : c);
  }
  return {text, {}};
}

Formatted FormatHex(const Value& value, bool is_upper) {
  if (!value.is(ValueKind::kString) && !value.is(ValueKind::kBytes)) {
    return InBase(value, 16, is_upper, "only integers, byte buffers, and strings can be formatted as hex");
  }
  const std::string_view digits = is_upper ? "0123456789ABCDEF" : "0123456789abcdef";
  Formatted hex;
  for (const char c : value.text()) {
    hex.text += digits[static_cast<unsigned char>(c) >> 4];
    hex.text += digits[static_cast<unsigned char>(c) & 15];
  }
  return hex;
}

// Returns the number for `%f` and `%e`, which accept three strings in addition to doubles.
std::optional<double> NumberOf(const Value& value) {
  if (value.is(ValueKind::kDouble)) {
    return value.real();
  }
  const bool is_name = value.is(ValueKind::kString) &&
                       (value.text() == "NaN" || value.text() == "Infinity" || value.text() == "-Infinity");
  return is_name ? ParseGoDouble(value.text()) : std::nullopt;
}

// Thousands are parted by commas.
std::string Grouped(const std::string& fixed) {
  const size_t start = fixed.starts_with('-') ? 1 : 0;
  const size_t point = std::min(fixed.find('.'), fixed.size());
  std::string grouped = fixed.substr(0, start);
  for (size_t i = start; i < point; ++i) {
    grouped += i > start && (point - i) % 3 == 0 ? "," : "";
    grouped += fixed[i];
  }
  return grouped + fixed.substr(point);
}

Formatted FormatFixedClause(const Value& value, int precision) {
  const auto number = NumberOf(value);
  if (!number) {
    return Reject("fixed-point clause can only be used on doubles", value);
  }
  if (std::isnan(*number)) {
    return {"NaN", {}};
  }
  if (std::isinf(*number)) {
    return {*number < 0 ? "-∞" : "∞", {}};
  }
  return {Grouped(FormatFixed(*number, precision)), {}};
}

// `1.052033×10⁰³`. `precision` is a width there, for cel-go writes `%6e`.
Formatted FormatScientific(const Value& value, int precision) {
  const auto number = NumberOf(value);
  if (!number) {
    return Reject("scientific clause can only be used on doubles", value);
  }
  std::string text;
  size_t width = 0;
  if (!std::isfinite(*number)) {
    text = std::isnan(*number) ? "NaN" : *number < 0 ? "-∞" : "∞";
    width = std::isnan(*number) ? 3 : *number < 0 ? 2 : 1;
  } else {
    char digits[64];
    const auto end =
        std::to_chars(digits, digits + sizeof digits, *number, std::chars_format::scientific, 6).ptr;
    const std::string plain(digits, end);
    const size_t e = plain.find('e');
    text = plain.substr(0, e) + "×10";
    width = e + 3;
    constexpr std::string_view kRaised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    for (size_t i = e + 1; i < plain.size(); ++i) {
      text += plain[i] == '-' ? "⁻" : plain[i] == '+' ? "" : kRaised[plain[i] - '0'];
      width += plain[i] == '+' ? 0 : 1;
    }
  }
  const auto expected = static_cast<size_t>(precision);
  return {(width < expected ? std::string(expected - width, ' ') : "") + text, {}};
}

Formatted FormatOne(Context& context, const FormatClause& clause, const Value& value) {
  switch (clause.verb) {
    case 's':
      return FormatString(context, value);
    case 'd':
      return InBase(value, 10, false, "decimal clause can only be used on integers");
    case 'f':
      return FormatFixedClause(value, clause.precision);
    case 'e':
      return FormatScientific(value, clause.precision);
    case 'b':
      if (value.is(ValueKind::kBool)) {
        return {value.boolean() ? "1" : "0", {}};
      }
      return InBase(value, 2, false, "only integers and bools can be formatted as binary");
    case 'o':
      return InBase(value, 8, false, "octal clause can only be used on integers");
    default:
      return FormatHex(value, clause.verb == 'X');
  }
}

Value Format(Call& call) {
  const std::string_view format = call.args[0].text();
  const List& args = call.args[1].list();
  std::string out;
  size_t index = 0;
  for (size_t at = 0; at < format.size();) {
    if (format[at] != '%') {
      out += format[at++];
      continue;
    }
    if (format.substr(at).starts_with("%%")) {
      out += '%';
      at += 2;
      continue;
    }
    if (index >= args.size()) {
      return call.context.Fail("index " + std::to_string(index) + " out of range");
    }
    std::string why;
    const auto clause = ReadFormatClause(format.substr(at), &why);
    if (!clause) {
      return call.context.Fail(why);
    }
    const Formatted formatted = FormatOne(call.context, *clause, args.At(index++));
    if (call.context.is_over()) {
      return call.context.Stop();
    }
    if (!formatted.error.empty()) {
      return call.context.Fail("error during formatting: " + formatted.error);
    }
    if (!call.context.Work(1) || !call.context.WorkOnBytes(formatted.text.size()) ||
        !call.context.heap().Reserve(formatted.text.size())) {
      return call.context.Stop();
    }
    out += formatted.text;
    at += clause->length;
  }
  return call.context.NewString(out);
}

constexpr LibraryEntry kStringFormatEntries[] = {
    {"format", true, "string, list(dyn) -> string", Format, CostOfPass},
};

}  // namespace

std::optional<FormatClause> ReadFormatClause(std::string_view rest, std::string* why) {
  FormatClause clause;
  if (rest.size() < 2) {
    *why = "unexpected end of string";
    return std::nullopt;
  }
  size_t at = 1;
  if (rest[at] == '.') {
    ++at;
    int precision = 0;
    const size_t start = at;
    while (at < rest.size() && IsDigit(rest[at])) {
      precision = std::min(precision * 10 + (rest[at++] - '0'), kMostDigits + 1);
    }
    if (at >= rest.size() || at == start || precision > kMostDigits) {
      *why =
          "could not parse formatting clause: error while parsing precision: could not find end of precision "
          "specifier";
      return std::nullopt;
    }
    clause.precision = precision;
  }
  clause.verb = rest[at];
  clause.length = at + 1;
  if (std::string_view("sdfebxXo").find(clause.verb) == std::string_view::npos) {
    *why = "could not parse formatting clause: unrecognized formatting clause \"" +
           std::string(1, clause.verb) + "\"";
    return std::nullopt;
  }
  return clause;
}

std::span<const LibraryEntry> StringFormat() {
  return kStringFormatEntries;
}

}  // namespace kval::cel
