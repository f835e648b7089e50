#include "src/findings/source_spelling.h"

#include <algorithm>

namespace kval::findings {
namespace {

using value::Kind;
using value::Value;

constexpr std::string_view kSpaces = " \t\r\n";

bool IsNumber(Kind kind) {
  return kind == Kind::kInt || kind == Kind::kFloat;
}

// Whether a plain scalar reads as this value. A tag changes its kind or number.
bool IsReadAs(const Value& scalar, std::string_view text, value::Dialect dialect) {
  if (text == scalar.raw) {
    return true;
  }
  const Kind kind = value::Resolve(dialect, text).kind;
  return IsNumber(scalar.kind) && IsNumber(kind);
}

// The last word of the text, and where it begins; without what opens a flow collection before it.
std::string_view LastWord(std::string_view text, size_t* begin) {
  constexpr size_t kLongest = 200;
  const size_t space = text.find_last_of(kSpaces);
  *begin = space == std::string_view::npos ? 0 : space + 1;
  std::string_view word = text.substr(*begin);
  if (word.size() > kLongest) {
    return {};
  }
  const size_t skipped = std::min(word.find_first_not_of("[{,"), word.size());
  *begin += skipped;
  return word.substr(skipped);
}

}  // namespace

std::optional<std::string_view> SourceSpelling(const Value& scalar, value::Dialect dialect,
                                               const source::SourceMap* sources) {
  const bool is_known_style = scalar.is_quoted() || scalar.style == value::Style::kPlain;
  if (!scalar.span.has_value() || scalar.is_collection() || !is_known_style) {
    return std::nullopt;
  }
  const size_t quotes = scalar.is_quoted() ? 2 : 0;
  if (sources == nullptr || !sources->Contains(scalar.span)) {
    return scalar.span.size() == scalar.raw.size() + quotes
               ? std::optional<std::string_view>(scalar.raw.view())
               : std::nullopt;
  }
  std::string_view text = sources->Text(scalar.span);
  if (scalar.is_quoted()) {
    const bool is_plain_inside = text.size() == scalar.raw.size() + quotes &&
                                 text.substr(1, scalar.raw.size()) == scalar.raw &&
                                 (text[0] == '"' || text[0] == '\'');
    // A number in quotes that a tag made one.
    if (!is_plain_inside && (!IsNumber(scalar.kind) || text.size() < quotes)) {
      return std::nullopt;
    }
    text = text.substr(1, text.size() - quotes);
  }
  return IsReadAs(scalar, text, dialect) ? std::optional(text) : std::nullopt;
}

source::Span TagOf(const Value& scalar, const source::SourceMap* sources) {
  if (sources == nullptr || !scalar.span.has_value() || !sources->Contains(scalar.span)) {
    return {};
  }
  const source::SourceFile& file = sources->FileOf(scalar.span);
  std::string_view before = file.text().substr(0, scalar.span.begin - file.base());
  // An anchor may precede or follow the tag.
  for (int properties = 0; properties < 2; ++properties) {
    const size_t last = before.find_last_not_of(kSpaces);
    if (last == std::string_view::npos || last + 1 == before.size()) {
      return {};
    }
    before = before.substr(0, last + 1);
    size_t begin = 0;
    const std::string_view word = LastWord(before, &begin);
    if (word.starts_with('!')) {
      const auto at = file.base() + static_cast<uint32_t>(begin);
      return {at, at + static_cast<uint32_t>(word.size())};
    }
    if (!word.starts_with('&')) {
      return {};
    }
    before = before.substr(0, begin);
  }
  return {};
}

}  // namespace kval::findings
