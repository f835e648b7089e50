#include "src/yaml/inline_value.h"

#include <string>

#include "src/yaml/lookahead.h"

namespace kval::yaml {

std::optional<InlineValue> FindInlineValue(const Scanner& scanner, size_t first) {
  const std::vector<Event>& events = scanner.out().events;
  if (first == 0 || first >= events.size() || !events[first - 1].is_scalar()) {
    return std::nullopt;
  }
  const Event& begin = events[first];
  const Event& end = events.back();
  const bool is_mapping = begin.kind == EventKind::kMappingStart;
  const bool is_flow = begin.style == value::Style::kFlow &&
                       (is_mapping || begin.kind == EventKind::kSequenceStart) && first + 1 < events.size();
  const bool is_scalar = begin.is_scalar() && first + 1 == events.size() && !begin.is_missing &&
                         begin.style != value::Style::kLiteral && begin.style != value::Style::kFolded;
  if (!is_flow && !is_scalar) {
    return std::nullopt;
  }
  const char* const key = scanner.PointerTo(events[first - 1].span.begin);
  if (scanner.LineEnd(key) < scanner.PointerTo(end.span.end)) {
    return std::nullopt;
  }
  const bool is_empty = is_flow && first + 2 == events.size();
  return InlineValue{
      first, {begin.span.begin, end.span.end}, is_empty && is_mapping, is_empty && !is_mapping};
}

bool MatchesEmptyKind(const InlineValue& value, const char* at) {
  return IsDash(at) ? value.is_empty_sequence : value.is_empty_mapping;
}

SyntaxError MakeLineAfterValueError(const Scanner& scanner, const InlineValue& value, bool may_be_outdented) {
  const char* const at = scanner.position();
  SyntaxError error{diag::Kind::kBadIndent,
                    scanner.SpanOf(at, scanner.LineEnd(at)),
                    IsDash(at) ? "this item is below an entry that already has a value"
                               : "this line is indented below an entry that already has a value",
                    "",
                    value.span,
                    "the value of that entry",
                    "indent this line like that entry, or remove the value if this line is its content"};
  if (value.is_empty_mapping || value.is_empty_sequence) {
    const std::string brackets = value.is_empty_mapping ? "{}" : "[]";
    error.repair = may_be_outdented ? SyntaxRepair::kNone : SyntaxRepair::kDeleteRelated;
    error.hint = "remove the `" + brackets + "` if this is its content";
    error.hint += may_be_outdented ? ", or indent that entry like this line" : "";
  }
  return error;
}

}  // namespace kval::yaml
