#include "src/helm/functions/conversion.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include "src/lang/gotemplate/print.h"
#include "src/lang/gotemplate/text_buffer.h"
#include "src/support/ascii.h"
#include "src/support/parse_double.h"

namespace kval::helm::functions {

using gotemplate::Call;
using gotemplate::Kind;
using gotemplate::Value;

namespace {

constexpr int kMaxDepth = 1000;

int DigitValue(char c) {
  if (IsDigit(c)) {
    return c - '0';
  }
  return IsLetter(c) ? (c | ' ') - 'a' + 10 : 36;
}

// Whether underscores occur only between digits or after the prefix of a base. Source: strconv's
// underscoreOK.
bool HasValidUnderscores(std::string_view text) {
  char last = '^';
  if (text.starts_with('-') || text.starts_with('+')) {
    text.remove_prefix(1);
  }
  bool is_hex = false;
  if (text.size() >= 2 && text[0] == '0' &&
      std::string_view("bBoOxX").find(text[1]) != std::string_view::npos) {
    is_hex = (text[1] | ' ') == 'x';
    text.remove_prefix(2);
    last = '0';
  }
  for (const char c : text) {
    if (IsDigit(c) || (is_hex && IsHexDigit(c))) {
      last = '0';
    } else if (c == '_') {
      if (last != '0') {
        return false;
      }
      last = '_';
    } else {
      if (last == '_') {
        return false;
      }
      last = '!';
    }
  }
  return last != '_';
}

// Removes the prefix of a base from the text, as Go's literals have it.
int TakeBase(std::string_view& text) {
  if (!text.starts_with('0')) {
    return 10;
  }
  if (text.size() >= 3) {
    const char letter = static_cast<char>(text[1] | ' ');
    const int base = letter == 'b' ? 2 : letter == 'o' ? 8 : letter == 'x' ? 16 : 0;
    if (base != 0) {
      text.remove_prefix(2);
      return base;
    }
  }
  text.remove_prefix(1);
  return 8;
}

// Without a fraction that is 0: `3.00` is `3`. Source: cast's trimZeroDecimal.
std::string_view WithoutZeroFraction(std::string_view text) {
  bool has_zero = false;
  for (size_t i = text.size(); i > 0; --i) {
    const char c = text[i - 1];
    if (c == '.' && has_zero) {
      return text.substr(0, i - 1);
    }
    if (c != '.' && c != '0') {
      return text;
    }
    has_zero = has_zero || c == '0';
  }
  return text;
}

// A named type of which cast knows nothing, such as time.Duration.
bool IsUnknownNumber(const Value& value) {
  const std::string_view name = value.type()->name;
  return name.find('.') != std::string_view::npos && name != "time.Month" && name != "time.Weekday";
}

bool IsJsonNumber(const Value& value) {
  return value.type()->name == "json.Number";
}

std::optional<double> ParseHexFloat(std::string_view text, bool is_negative) {
  if (text.find_first_of("pP") == std::string_view::npos) {
    return std::nullopt;
  }
  const ParsedDouble parsed = ParseDouble(text, std::chars_format::hex);
  if (!parsed.is_whole(text) || parsed.is_too_large) {
    return std::nullopt;
  }
  return is_negative ? -parsed.value : parsed.value;
}

bool AreEqualLists(Call& call, const Value& a, const Value& b, int depth) {
  const auto left = Items(a);
  const auto right = Items(b);
  if ((a.list() == nullptr) != (b.list() == nullptr) || left.size() != right.size()) {
    return false;
  }
  for (size_t i = 0; i < left.size(); ++i) {
    if (!DeepEqual(call, left[i], right[i], depth + 1)) {
      return false;
    }
  }
  return true;
}

bool AreEqualMaps(Call& call, const Value& a, const Value& b, int depth) {
  if (a.map() == b.map()) {
    return true;
  }
  if (a.map() == nullptr || b.map() == nullptr || a.map()->size() != b.map()->size()) {
    return false;
  }
  for (const auto& [key, value] : a.map()->entries()) {
    const Value* other = b.map()->Find(key);
    if (other == nullptr || !DeepEqual(call, value, *other, depth + 1)) {
      return false;
    }
  }
  return true;
}

}  // namespace

bool IsBytes(const Value& value) {
  return value.type() == &gotemplate::kByteListType;
}

std::string BytesOf(const Value& value) {
  if (value.list() != nullptr && value.list()->lazy() != nullptr) {
    return std::string(value.list()->lazy()->bytes());
  }
  std::string bytes;
  for (const Value& item : Items(value)) {
    bytes += static_cast<char>(item.integer());
  }
  return bytes;
}

std::string TextOf(Call& call, const Value& value) {
  if (value.type() == &gotemplate::kStringType) {
    return std::string(value.text());
  }
  if (IsBytes(value)) {
    return BytesOf(value);
  }
  return PrintedText(call, value);
}

std::string PrintedText(Call& call, const Value& value) {
  gotemplate::TextBuffer out(call.max_text());
  const Value plain = value.Held();
  AppendSprint(std::span(&plain, 1), &out);
  return call.CountPrinted(out) ? std::move(out.text()) : std::string();
}

std::vector<std::string> TextsOf(Call& call, const Value& value) {
  std::vector<std::string> texts;
  if (!value.is(Kind::kList)) {
    if (!value.is_untyped_nil()) {
      texts.push_back(TextOf(call, value));
    }
    return texts;
  }
  for (const Value& item : Items(value)) {
    if (!call.Step(4)) {
      break;
    }
    if (!item.is_untyped_nil()) {
      texts.push_back(TextOf(call, item));
    }
  }
  return texts;
}

Value StringList(Call& call, const std::vector<std::string>& texts) {
  std::vector<Value> items;
  items.reserve(texts.size());
  for (const std::string& text : texts) {
    items.push_back(call.Text(text));
  }
  return call.heap().NewList(gotemplate::kStringListType, items);
}

int64_t TruncateToInt64(double real) {
  constexpr double kLimit = 9223372036854775808.0;
  return real >= -kLimit && real < kLimit ? static_cast<int64_t>(real) : std::numeric_limits<int64_t>::min();
}

ParsedInt ParseInt(std::string_view text, int base) {
  const bool is_negative = text.starts_with('-');
  std::string_view digits = text.substr(is_negative || text.starts_with('+') ? 1 : 0);
  std::string plain;
  if (base == 0 && digits.find('_') != std::string_view::npos) {
    if (!HasValidUnderscores(digits)) {
      return {};
    }
    std::copy_if(digits.begin(), digits.end(), std::back_inserter(plain), [](char c) { return c != '_'; });
    digits = plain;
  }
  if (digits.empty()) {
    return {};
  }
  const int radix = base == 0 ? TakeBase(digits) : base;
  if (std::any_of(digits.begin(), digits.end(), [radix](char c) { return DigitValue(c) >= radix; })) {
    return {};
  }
  uint64_t magnitude = 0;
  const bool fits =
      digits.empty() ||
      std::from_chars(digits.data(), digits.data() + digits.size(), magnitude, radix).ec == std::errc();
  const uint64_t limit = (uint64_t{1} << 63U) - (is_negative ? 0 : 1);
  if (!fits || magnitude > limit) {
    return {is_negative ? std::numeric_limits<int64_t>::min() : std::numeric_limits<int64_t>::max(), false};
  }
  return {static_cast<int64_t>(is_negative ? 0 - magnitude : magnitude), true};
}

std::optional<double> ParseFloat(std::string_view text) {
  std::string plain;
  if (text.find('_') != std::string_view::npos) {
    if (!HasValidUnderscores(text)) {
      return std::nullopt;
    }
    std::copy_if(text.begin(), text.end(), std::back_inserter(plain), [](char c) { return c != '_'; });
    text = plain;
  }
  const bool is_negative = text.starts_with('-');
  std::string_view number = text.substr(is_negative || text.starts_with('+') ? 1 : 0);
  if (number.size() > 2 && number[0] == '0' && (number[1] | ' ') == 'x') {
    return ParseHexFloat(number.substr(2), is_negative);
  }
  std::string word(number);
  std::transform(word.begin(), word.end(), word.begin(),
                 [](char c) { return IsUpper(c) ? static_cast<char>(c | ' ') : c; });
  if (word == "inf" || word == "infinity") {
    const double infinity = std::numeric_limits<double>::infinity();
    return is_negative ? -infinity : infinity;
  }
  if (text.size() == number.size() && word == "nan") {
    return std::numeric_limits<double>::quiet_NaN();
  }
  if (number.empty() || (!IsDigit(number[0]) && number[0] != '.')) {
    return std::nullopt;
  }
  const ParsedDouble parsed = ParseDouble(number);
  if (!parsed.is_whole(number) || parsed.is_too_large) {
    return std::nullopt;
  }
  return is_negative ? -parsed.value : parsed.value;
}

int64_t ToInt64(const Value& value) {
  switch (value.kind()) {
    case Kind::kBool:
      return value.boolean() ? 1 : 0;
    case Kind::kInt:
    case Kind::kUint:
      return IsUnknownNumber(value) ? 0 : value.integer();
    case Kind::kFloat:
      return IsUnknownNumber(value) ? 0 : TruncateToInt64(value.real());
    case Kind::kString: {
      if (value.type() != &gotemplate::kStringType && !IsJsonNumber(value)) {
        return 0;
      }
      const ParsedInt parsed = ParseInt(WithoutZeroFraction(value.text()), 0);
      return parsed.is_valid ? parsed.value : 0;
    }
    default:
      break;
  }
  return 0;
}

double ToFloat64(const Value& value) {
  switch (value.kind()) {
    case Kind::kBool:
      return value.boolean() ? 1 : 0;
    case Kind::kInt:
      return IsUnknownNumber(value) ? 0 : static_cast<double>(value.integer());
    case Kind::kUint:
      return IsUnknownNumber(value) ? 0 : static_cast<double>(value.natural());
    case Kind::kFloat:
      return IsUnknownNumber(value) ? 0 : value.real();
    case Kind::kString:
      return value.type() == &gotemplate::kStringType || IsJsonNumber(value)
                 ? ParseFloat(value.text()).value_or(0)
                 : 0;
    default:
      break;
  }
  return 0;
}

bool IsEmpty(const Value& value) {
  switch (value.kind()) {
    case Kind::kInvalid:
    case Kind::kInterface:
      return true;
    case Kind::kBool:
      return !value.boolean();
    case Kind::kInt:
    case Kind::kUint:
      return value.integer() == 0;
    case Kind::kFloat:
      return value.real() == 0;
    case Kind::kString:
      return value.text().empty();
    case Kind::kList:
      return Items(value).empty();
    case Kind::kMap:
      return value.map() == nullptr || value.map()->size() == 0;
    case Kind::kObject:
      return value.type()->is_pointer && value.is_nil();
    case Kind::kFunction:
      return value.is_nil();
  }
  return true;
}

bool DeepEqual(Call& call, const Value& a, const Value& b, int depth) {
  if (a.type() != b.type() || !call.Step()) {
    return false;
  }
  if (depth > kMaxDepth) {
    return true;  // maps that contain themselves, as Go assumes
  }
  switch (a.kind()) {
    case Kind::kInvalid:
    case Kind::kInterface:
      return true;
    case Kind::kBool:
    case Kind::kInt:
    case Kind::kUint:
      return a.integer() == b.integer();
    case Kind::kFloat:
      return a.real() == b.real();
    case Kind::kString:
      return a.text() == b.text();
    case Kind::kList:
      return AreEqualLists(call, a, b, depth);
    case Kind::kMap:
      return AreEqualMaps(call, a, b, depth);
    case Kind::kObject:
      return a.object() == b.object() || (!a.is_nil() && !b.is_nil() && a.object()->Equals(*b.object()));
    case Kind::kFunction:
      return a.is_nil() && b.is_nil();
  }
  return false;
}

std::string KindName(const Value& value) {
  switch (value.kind()) {
    case Kind::kInvalid:
    case Kind::kInterface:
      return "invalid";
    case Kind::kBool:
      return "bool";
    case Kind::kInt:
    case Kind::kUint: {
      const std::string name = value.is(Kind::kInt) ? "int" : "uint";
      const bool is_plain = value.type() == &gotemplate::kIntType || value.type() == &gotemplate::kUintType ||
                            !IsUnknownNumber(value);
      return is_plain && value.type()->name.find_first_of("0123456789") == std::string_view::npos
                 ? name
                 : name + std::to_string(value.type()->bits);
    }
    case Kind::kFloat:
      return "float64";
    case Kind::kString:
      return "string";
    case Kind::kList:
      return "slice";
    case Kind::kMap:
      return "map";
    case Kind::kObject:
      return value.type()->is_pointer ? "ptr" : "struct";
    case Kind::kFunction:
      return "func";
  }
  return "invalid";
}

std::string TypeName(const Value& value) {
  return value.is_untyped_nil() ? "<nil>" : std::string(value.type()->name);
}

}  // namespace kval::helm::functions
