#include "src/check/scalar_meant.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "src/support/edit_distance.h"
#include "src/support/look_alike.h"

namespace kval::check {
namespace {

struct Placeholder {
  std::string_view opening, closing;
};

constexpr std::array kPlaceholders = {Placeholder{"${", "}"},  Placeholder{"$(", ")"},
                                      Placeholder{"{{", "}}"}, Placeholder{"$((", "))"},
                                      Placeholder{"%", "%"},   Placeholder{"<", ">"}};

// Words for booleans that are none for every reader.
constexpr std::string_view kTrue[] = {"yes", "y", "on"};
constexpr std::string_view kFalse[] = {"no", "n", "off"};
constexpr std::string_view kBooleans[] = {"true", "false"};

bool Fits(std::string_view text, value::Kind expected, value::Dialect dialect) {
  const value::Kind kind = value::Resolve(dialect, text).kind;
  return kind == expected || (expected == value::Kind::kFloat && kind == value::Kind::kInt);
}

// A text that something was to be put in place of.
bool IsPlaceholder(std::string_view text) {
  return std::any_of(kPlaceholders.begin(), kPlaceholders.end(), [text](const Placeholder& each) {
    return text.size() > each.opening.size() + each.closing.size() && text.starts_with(each.opening) &&
           text.ends_with(each.closing);
  });
}

std::string BooleanHint(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
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
std::optional<std::string> Mended(std::string_view text, value::Kind expected, value::Dialect dialect) {
  std::string plain = WithoutLookAlikes(text);
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

}  // namespace

std::string HintForScalar(const value::Value& value, value::Kind expected, value::Dialect dialect) {
  constexpr size_t kLongest = 100;
  const std::string_view text = value.raw;
  const bool is_plain = value.kind == value::Kind::kString && !value.is_quoted();
  if (!is_plain || expected == value::Kind::kString || text.empty() || text.size() > kLongest) {
    return {};
  }
  if (IsPlaceholder(text)) {
    return "`" + std::string(text) +
           "` is a placeholder: put the value in its place before the file is checked";
  }
  if (const std::optional<std::string> mended = Mended(text, expected, dialect)) {
    const std::string odd = NamedLookAlike(text, *mended);
    return "write `" + *mended + "`" + (odd.empty() ? odd : "." + odd);
  }
  return expected == value::Kind::kBool ? BooleanHint(text) : std::string();
}

}  // namespace kval::check
