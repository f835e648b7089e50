#include "src/findings/scalar_suggestion.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "src/check/unindented_keys.h"
#include "src/support/ascii.h"
#include "src/support/ascii_text.h"
#include "src/support/confusables.h"
#include "src/support/edit_distance.h"

namespace kval::findings {
namespace {

struct Placeholder {
  std::string_view opening, closing;
};

constexpr std::array kPlaceholders = {
    Placeholder{"${", "}"}, Placeholder{"$(", ")"}, Placeholder{"{{", "}}"}, Placeholder{"$((", "))"},
    Placeholder{"%", "%"},  Placeholder{"<", ">"},  Placeholder{"((", "))"}, Placeholder{"__", "__"}};

// Words for booleans that are none for every reader.
constexpr std::string_view kTrue[] = {"yes", "y", "on"};
constexpr std::string_view kFalse[] = {"no", "n", "off"};
constexpr std::string_view kBooleans[] = {"true", "false"};

bool Fits(std::string_view text, value::Kind expected, value::Dialect dialect) {
  const value::Kind kind = value::Resolve(dialect, text).kind;
  return kind == expected || (expected == value::Kind::kFloat && kind == value::Kind::kInt);
}

// `$PORT`
bool IsVariable(std::string_view text) {
  return text.size() > 1 && text[0] == '$' && !IsDigit(text[1]) &&
         std::all_of(text.begin() + 1, text.end(), [](char c) {
           return c == '_' || IsDigit(c) || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
         });
}

// A text that something was to be put in place of.
bool IsPlaceholder(std::string_view text) {
  return IsVariable(text) ||
         std::any_of(kPlaceholders.begin(), kPlaceholders.end(), [text](const Placeholder& each) {
           return text.size() > each.opening.size() + each.closing.size() && text.starts_with(each.opening) &&
                  text.ends_with(each.closing);
         });
}

// `8O`, `l0`: the digits, when a number has letters that look like them, and the first of these.
std::string SuggestedDigits(std::string_view text, char* letter) {
  std::string digits(text);
  for (char& c : digits) {
    const char digit = c == 'O' || c == 'o' ? '0' : c == 'l' || c == 'I' ? '1' : c;
    *letter = digit != c && *letter == 0 ? c : *letter;
    c = digit;
  }
  const bool has_digit = std::any_of(text.begin(), text.end(), IsDigit);
  return has_digit && *letter != 0 && std::all_of(digits.begin(), digits.end(), IsDigit) ? digits
                                                                                         : std::string();
}

// `1,000`, `1 000 000`: without what parts the thousands; empty when the groups are no thousands.
std::string WithoutSeparators(std::string_view text) {
  constexpr size_t kGroup = 3;
  std::string digits;
  size_t group = 0;
  bool has_separator = false;
  for (const char c : text) {
    const bool is_separator = c == ',' || c == ' ' || c == '\'' || c == '_';
    if (is_separator && (has_separator ? group != kGroup : group == 0 || group > kGroup)) {
      return {};
    }
    if (!is_separator && !IsDigit(c)) {
      return {};
    }
    has_separator = has_separator || is_separator;
    group = is_separator ? 0 : group + 1;
    digits += is_separator ? std::string() : std::string(1, c);
  }
  return has_separator && group == kGroup && digits[0] != '0' ? digits : std::string();
}

// For a text that is nearly a number.
std::string NumberHint(std::string_view text, value::Kind expected, value::Dialect dialect) {
  char letter = 0;
  if (const std::string digits = SuggestedDigits(text, &letter);
      !digits.empty() && Fits(digits, expected, dialect)) {
    return "did you mean `" + digits + "`? The `" + std::string(1, letter) + "` in it is a letter";
  }
  if (const std::string digits = WithoutSeparators(text);
      !digits.empty() && Fits(digits, expected, dialect)) {
    return "write `" + digits + "`";
  }
  return {};
}

std::string BooleanHint(std::string_view text) {
  const std::string lower = LowerCased(text);
  if (std::find(std::begin(kTrue), std::end(kTrue), lower) != std::end(kTrue)) {
    return "write `true`";
  }
  if (std::find(std::begin(kFalse), std::end(kFalse), lower) != std::end(kFalse)) {
    return "write `false`";
  }
  const std::string_view nearest = Nearest(text, kBooleans);
  return nearest.empty() ? std::string() : "did you mean `" + std::string(nearest) + "`?";
}

// The text as it fits once a comma or semicolon at its end, typographic quotes, a decimal comma are gone.
std::optional<std::string> Fixed(std::string_view text, value::Kind expected, value::Dialect dialect) {
  std::string plain = ReplaceConfusables(text);
  while (!plain.empty() && (plain.back() == ',' || plain.back() == ';')) {
    plain.pop_back();
  }
  const bool is_quoted =
      plain.size() > 1 && plain.front() == plain.back() && (plain.front() == '"' || plain.front() == '\'');
  if (is_quoted) {
    plain = plain.substr(1, plain.size() - 2);
  }
  if (expected == value::Kind::kFloat && std::count(plain.begin(), plain.end(), ',') == 1) {
    std::replace(plain.begin(), plain.end(), ',', '.');
  }
  if (plain.empty() || plain == text || !Fits(plain, expected, dialect)) {
    return std::nullopt;
  }
  return plain;
}

bool IsPlainText(const value::Value& value) {
  return value.kind == value::Kind::kString && !value.is_quoted();
}

// `name:a` or, with another mark, `name=a` and `name = a` for an entry of the record; nothing else makes
// sense of it.
bool IsEntryWith(char mark, std::string_view text, const types::Record& record) {
  size_t colon = text.find(mark);
  if (colon == std::string_view::npos || colon == 0 || colon + 1 == text.size()) {
    return false;
  }
  while (mark != ':' && colon > 1 && text[colon - 1] == ' ') {
    --colon;
  }
  return std::any_of(record.fields.begin(), record.fields.end(), [text, colon](const types::Field& field) {
    return IsPlainText(*field.key) && field.key->raw == text.substr(0, colon);
  });
}

}  // namespace

std::string HintForCollection(const value::Value& value, const types::Type& expected, source::Span* at) {
  if (std::holds_alternative<types::List>(expected.shape)) {
    const bool is_map = value.kind == value::Kind::kMapping && !value.entries().empty() &&
                        check::LacksSpaceAfterDash(*value.entries().front().key);
    *at = is_map ? value.entries().front().key->span : source::Span();
    return is_map || check::LacksSpaceAfterDash(value) ? "a space must follow the `-` of an item" : "";
  }
  const auto* record = std::get_if<types::Record>(&expected.shape);
  if (record != nullptr && IsPlainText(value) && IsEntryWith(':', value.raw, *record)) {
    return "a space must follow the `:` of an entry";
  }
  if (record != nullptr && IsPlainText(value) && IsEntryWith('=', value.raw, *record)) {
    return "write an entry as `key: value`";
  }
  return {};
}

std::string HintForScalar(const value::Value& value, value::Kind expected, value::Dialect dialect) {
  constexpr size_t kLongest = 100;
  const std::string_view text = value.raw;
  const bool is_plain = value.kind == value::Kind::kString && !value.is_quoted();
  if (!is_plain || expected == value::Kind::kString || text.empty() || text.size() > kLongest) {
    return {};
  }
  if (IsPlaceholder(text)) {
    return "`" + std::string(text) + "` is a placeholder: replace it before checking the file";
  }
  if (const std::optional<std::string> fixed = Fixed(text, expected, dialect)) {
    const std::string suspicious = DescribeConfusableIn(text, *fixed);
    return "write `" + *fixed + "`" + (suspicious.empty() ? suspicious : "." + suspicious);
  }
  const size_t comment = text.find('#');
  if (comment != std::string_view::npos && Fits(text.substr(0, comment), expected, dialect)) {
    return "a space is required before the `#` of a comment";
  }
  if (expected == value::Kind::kInt || expected == value::Kind::kFloat) {
    return NumberHint(text, expected, dialect);
  }
  return expected == value::Kind::kBool ? BooleanHint(text) : std::string();
}

std::string HintForArray(const value::Value& value) {
  constexpr size_t kLongest = 60;
  constexpr std::string_view kFlowIndicators = "[]{}\"'\n#";
  const std::string_view text = value.raw;
  if (value.is_collection() || value.kind == value::Kind::kNull || text.empty()) {
    return {};
  }
  const bool is_folded = value.style == value::Style::kPlain && value.span.size() > text.size();
  if (is_folded || value.style == value::Style::kLiteral) {
    return "start each item with `- `";
  }
  if (text.size() > kLongest || text.find_first_of(kFlowIndicators) != std::string_view::npos) {
    return "start the item with `- `";
  }
  std::string items;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find(',', begin), text.size());
    const std::string_view item = text.substr(begin, end - begin);
    const size_t first = item.find_first_not_of(' ');
    if (first != std::string_view::npos) {
      items += items.empty() ? "" : ", ";
      items += item.substr(first, item.find_last_not_of(' ') - first + 1);
    }
    begin = end + 1;
  }
  return items.empty() ? std::string() : "write an array: `[" + items + "]`";
}

}  // namespace kval::findings
