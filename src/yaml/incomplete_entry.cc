#include "src/yaml/incomplete_entry.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "src/support/confusables.h"
#include "src/yaml/foreign_syntax.h"
#include "src/yaml/lookahead.h"

namespace kval::yaml {
namespace {

bool IsConflictMark(std::string_view text) {
  const char first = text.empty() ? 0 : text[0];
  return (first == '=' || first == '>' || first == '|') && text.size() >= kConflictMarkSize &&
         text.find_first_not_of(first) >= kConflictMarkSize &&
         (text.size() == kConflictMarkSize || text[kConflictMarkSize] == ' ');
}

// Behind a quoted text at `begin`, else `begin`.
const char* SkipQuoted(const char* begin, const char* end) {
  if (!IsQuote(*begin)) {
    return begin;
  }
  const char* at = begin + 1;
  while (at < end && *at != *begin) {
    ++at;
  }
  return at < end ? at + 1 : begin;
}

// A character that only looks like the one that an entry needs; nothing when there is none.
std::optional<SyntaxError> LookAlikeIn(std::string_view key, uint32_t key_begin) {
  size_t offset = 0;
  const std::optional<Confusable> suspicious = FindConfusable(key, &offset);
  if (!suspicious) {
    return std::nullopt;
  }
  const uint32_t begin = key_begin + static_cast<uint32_t>(offset);
  const auto error = [&](std::string message, std::string hint) {
    const source::Span at{begin, begin + static_cast<uint32_t>(suspicious->length)};
    return SyntaxError{diag::Kind::kLookAlike, at, std::move(message), "", {}, {}, std::move(hint)};
  };
  const size_t colon = key.find(':');
  if (suspicious->ascii == ':' && offset < colon) {
    return error(Describe(*suspicious) + " is not a colon", "write an ASCII `:` and a space");
  }
  if (suspicious->ascii == '-' && offset == 0) {
    return error(Describe(*suspicious) + " is not a dash", "write an ASCII `-` and a space");
  }
  if (suspicious->is_space() && colon != std::string_view::npos && offset == colon + 1) {
    return error("the space after this colon is " + Describe(*suspicious), "write an ASCII space");
  }
  return std::nullopt;
}

// Whether a quoted string goes on over lines to one whose own string begins with the quote that ends it.
bool IsEndedByNextString(const Scanner& scanner, const Event& value) {
  if (!value.is_scalar() ||
      (value.style != value::Style::kSingleQuoted && value.style != value::Style::kDoubleQuoted)) {
    return false;
  }
  const char* const begin = scanner.PointerTo(value.span.begin);
  const char* const quote = scanner.PointerTo(value.span.end) - 1;
  const char* before = quote;
  while (before > begin && IsSpaceOrTab(before[-1])) {
    --before;
  }
  const bool is_value = before < quote && before - 1 > begin && (before[-1] == ':' || before[-1] == '-');
  return is_value && scanner.LineEnd(begin) < quote;
}

}  // namespace

IncompleteEntry ClassifyIncompleteEntry(const Scanner& scanner, const char* begin, const char* end) {
  using Mistake = IncompleteEntry::EntryDefect;
  const std::string_view text(begin, static_cast<size_t>(end - begin));
  const char* const after_quotes = SkipQuoted(begin, end);
  const std::string_view key(after_quotes, static_cast<size_t>(end - after_quotes));
  const auto wrong = [](Mistake mistake, source::Span at, std::string message, std::string label,
                        std::string hint) {
    const diag::Kind kind =
        mistake == Mistake::kConflictMarker ? diag::Kind::kConflictMarker : diag::Kind::kYamlSyntax;
    const bool lacks_space = mistake == Mistake::kNoSpaceAfterColon || mistake == Mistake::kNoSpaceAfterDash;
    return IncompleteEntry{mistake,
                           {kind,
                            at,
                            std::move(message),
                            std::move(label),
                            {},
                            {},
                            std::move(hint),
                            {},
                            lacks_space ? SyntaxRepair::kInsertSpace : SyntaxRepair::kNone}};
  };
  if (IsConflictMark(text)) {
    return wrong(Mistake::kConflictMarker, scanner.SpanOf(begin, end), "unresolved merge conflict marker",
                 "this line is left over from a merge",
                 "delete the line, and check whether both versions are still in the file");
  }
  if (std::optional<SyntaxError> placeholder = FindPlaceholder(scanner, begin, end)) {
    return {Mistake::kNoColon, *std::move(placeholder)};
  }
  if (std::optional<SyntaxError> suspicious = LookAlikeIn(key, scanner.SpanOf(after_quotes, end).begin)) {
    return {Mistake::kConfusable, *std::move(suspicious)};
  }
  const size_t colon = key.find(':');
  if (colon != std::string_view::npos && key.find_first_of(" \t") > colon) {
    const char* const at = after_quotes + colon;
    return wrong(Mistake::kNoSpaceAfterColon, scanner.SpanOf(at, at + 1),
                 "a space is missing after this colon", "", "write `key: value`");
  }
  if (text.size() > 1 && text[0] == '-' && text[1] != '-') {
    return wrong(Mistake::kNoSpaceAfterDash, scanner.SpanOf(begin, begin + 1),
                 "a space must follow the `-` of an item", "", "write `- item`");
  }
  if (text.size() > 1 && text.find_first_not_of('-') == std::string_view::npos) {
    return wrong(Mistake::kNoColon, scanner.SpanOf(begin, end), "a document begins with three dashes", "",
                 "write `---`");
  }
  return wrong(Mistake::kNoColon, scanner.SpanOf(begin, end), "`:` is missing after this key",
               "expected an entry of a mapping here", "write `key: value`");
}

SyntaxError MakeIndentedMarkerError(const Scanner& scanner, const char* begin, const char* end) {
  return {diag::Kind::kBadIndent,
          scanner.SpanOf(begin, end),
          "`---` starts a document only at the beginning of a line",
          "read as a string",
          {},
          {},
          "remove the spaces before it"};
}

SyntaxError MakeTextAfterValueError(const Scanner& scanner, const Event* value, const char* at) {
  const char* const end = scanner.LineEnd(at);
  SyntaxError error{diag::Kind::kYamlSyntax,
                    scanner.SpanOf(at, end),
                    "nothing can follow this value on its line",
                    "",
                    {},
                    {},
                    "quote the whole value if this belongs to it"};
  if (value != nullptr) {
    error.related = value->span;
    error.related_text = "the value ends here";
  }
  const std::string_view rest(at, static_cast<size_t>(end - at));
  if (*at == '#') {
    error.at.end = error.at.begin + 1;
    error.message = "a space is required before the `#` of a comment";
    error.hint = "";
  } else if (*at == ':') {
    error.hint = "";
  } else if (rest == ",") {
    error.hint = "delete the comma: in block style each entry and each item is on a separate line";
    error.repair = SyntaxRepair::kDeleteComma;
  } else if (*at == ']' || *at == '}') {
    error.at.end = error.at.begin + 1;
    error.message = "this `" + std::string(1, *at) + "` has no matching opening bracket";
    error.hint = "delete it";
    error.repair = SyntaxRepair::kDeleteLine;
  } else if (value != nullptr && value->style == value::Style::kSingleQuoted &&
             rest.find('\'') != std::string_view::npos) {
    error.hint = "in single quotes write `''` for a quote, or use double quotes";
  }
  if (value != nullptr && IsEndedByNextString(scanner, *value)) {
    error.kind = diag::Kind::kUnterminatedQuote;
    error.at = {value->span.begin, value->span.begin + 1};
    error.message = "this quoted string is never closed";
    error.label = "the string starts here";
    error.related = {value->span.end - 1, value->span.end};
    error.related_text = "the next string starts here and ends it";
    error.hint = std::string("end it with `") + *scanner.PointerTo(value->span.begin) + "`";
  }
  return error;
}

}  // namespace kval::yaml
