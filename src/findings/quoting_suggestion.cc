#include "src/findings/quoting_suggestion.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

#include "src/findings/source_spelling.h"

namespace kval::findings {
namespace {

using value::Kind;
using value::Value;

bool Fits(Kind kind, Kind expected) {
  return kind == expected || (expected == Kind::kFloat && kind == Kind::kInt);
}

std::string Ticked(std::string_view text) {
  return "`" + std::string(text) + "`";
}

std::string InQuotes(std::string_view text) {
  return "\"" + std::string(text) + "\"";
}

// Where a string was wanted, the text in quotes; else without.
QuotingSuggestion Quoted(const Value& value, std::optional<std::string_view> written,
                         const ReportOptions& options) {
  // What Helm makes of a number may be none of its digits.
  const bool is_other_text = !written.has_value() && options.dialect == value::Dialect::kHelm &&
                             (value.kind == Kind::kInt || value.kind == Kind::kFloat);
  const std::string text = InQuotes(written.value_or(value.raw));
  QuotingSuggestion advice;
  advice.hint = "quote the value to make it a string" + (is_other_text ? "" : ": " + Ticked(text));
  const bool is_other_kind =
      value.kind == Kind::kBool || value.kind == Kind::kInt || value.kind == Kind::kFloat;
  if (written.has_value() && is_other_kind) {
    advice.fix = {"quote the value", {{value.span, text}}};
  }
  return advice;
}

// Behind a tag quotes change nothing: it goes away, and with it quotes that are too many, or too few.
QuotingSuggestion WithoutTag(const Value& value, source::Span tag, Kind expected, std::string_view written,
                             const ReportOptions& options) {
  const bool wants_quotes = expected == Kind::kString;
  if (!wants_quotes && !Fits(value::Resolve(options.dialect, written).kind, expected)) {
    return {};
  }
  const std::string text = wants_quotes ? InQuotes(written) : std::string(written);
  const std::string_view how = wants_quotes == value.is_quoted() ? ""
                               : wants_quotes                    ? " and quote the value"
                                                                 : " and the quotes";
  std::string what = "remove the tag " + Ticked(options.sources->Text(tag)) + std::string(how);
  const std::string_view following =
      options.sources->FileOf(tag).Text({tag.end, std::max(tag.end, value.span.begin)});
  const size_t spaces = std::min(following.find_first_not_of(" \t"), following.size());
  QuotingSuggestion advice;
  advice.hint = what + ": " + Ticked(text);
  advice.fix = {std::move(what), {{{tag.begin, tag.end + static_cast<uint32_t>(spaces)}, ""}}};
  if (wants_quotes != value.is_quoted()) {
    advice.fix.edits.push_back({value.span, text});
  }
  return advice;
}

}  // namespace

QuotingSuggestion SuggestQuoting(const Value& value, const types::Type& type, const ReportOptions& options) {
  const auto* scalar = std::get_if<types::Scalar>(&type.shape);
  if (scalar == nullptr || value.is_collection()) {
    return {};
  }
  const std::optional<std::string_view> written = SourceSpelling(value, options.dialect, options.sources);
  if (const source::Span tag = TagOf(value, options.sources); tag.has_value()) {
    return written.has_value() ? WithoutTag(value, tag, scalar->kind, *written, options)
                               : QuotingSuggestion();
  }
  if (value.kind == Kind::kString && value.is_quoted()) {
    const Kind bare = value::Resolve(options.dialect, value.raw).kind;
    if (!Fits(bare, scalar->kind)) {
      return {};
    }
    QuotingSuggestion advice{"remove the quotes: " + Ticked(value.raw), {}};
    if (written.has_value() && bare != Kind::kString) {
      advice.fix = {"remove the quotes", {{value.span, std::string(value.raw)}}};
    }
    return advice;
  }
  return scalar->kind == Kind::kString && value.kind != Kind::kNull && !value.raw.empty()
             ? Quoted(value, written, options)
             : QuotingSuggestion();
}

}  // namespace kval::findings
