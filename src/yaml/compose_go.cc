// Differences between YAML 1.2 and go-yaml, which ytt, Helm and kubectl use. Input that go-yaml interprets
// differently without an error is rejected in these dialects.
#include <algorithm>
#include <string>

#include "src/yaml/compose.h"
#include "src/yaml/go_timestamp.h"
#include "src/yaml/go_yaml_errors.h"
#include "src/yaml/message_text.h"

namespace kval::yaml {
namespace {

// Whether an entry may begin at `at`: behind the line's begin, a dash, a bracket or a comma. Looks back no
// further than to the word before it.
bool MayBeginEntry(std::string_view text, size_t at) {
  while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\t' || text[at - 1] == '\r')) {
    --at;
  }
  if (at == 0 || std::string_view("\n{[,").find(text[at - 1]) != std::string_view::npos) {
    return true;
  }
  const size_t dashes = text[at - 1] != '-' ? 0 : text.substr(0, at).ends_with("---") ? 3 : 1;
  return dashes > 0 &&
         (at == dashes || std::string_view(" \t\n").find(text[at - dashes - 1]) != std::string_view::npos);
}

}  // namespace

bool Composer::is_go() const {
  return UsesGoYaml(options_.dialect);
}

// go-yaml ends a text where its last line break is.
LastLine Composer::last_line() const {
  return is_go() ? LastLine::kIsNone : LastLine::kCounts;
}

// Behind a `...` go-yaml wants the `---` of the next document.
void Composer::CheckBareDocument(const Event& start) {
  // Helm reads the first document alone.
  if (!end_mark_.has_value() || start.explicit_marker || !is_go() ||
      options_.dialect == value::Dialect::kHelm) {
    return;
  }
  found_error_ = true;
  emit_
      .ReportText(end_mark_, diag::Kind::kYamlSyntax,
                  "go-yaml requires `---` before the document that follows this `...`")
      .Label(std::string(kByGo))
      .Hint("write `---` below it")
      .Emit();
}

// `--- |` with a text at the margin: go-yaml wants it indented (_scan_block_scalar_breaks: by one at least).
void Composer::CheckUnindentedScalar(const Event& event) {
  const bool is_block = event.style == value::Style::kLiteral || event.style == value::Style::kFolded;
  if (!is_block || event.indentation > 0 || !frames_.empty() || !is_go()) {
    return;
  }
  const std::string_view text = source_.Text(event.span);
  const size_t header = text.find('\n');
  if (header == std::string_view::npos ||
      text.find_first_not_of(" \t\r\n", header) == std::string_view::npos) {
    return;
  }
  found_error_ = true;
  const uint32_t end = event.span.begin + static_cast<uint32_t>(std::min(header, text.find_first_of(" \r")));
  emit_
      .ReportText({event.span.begin, end}, diag::Kind::kYamlSyntax,
                  "go-yaml requires the lines below to be indented")
      .Label(std::string(kByGo))
      .Hint("indent its lines")
      .Emit();
}

// `: x`, an entry without a key (YAML 1.2.2 section 7.4): no `?`, anchor or tag before the colon.
bool Composer::IsKeyMissing(const value::Value& key) const {
  if (key.kind != value::Kind::kNull || !key.raw.empty() || key.span.size() > 0 || !is_go() ||
      !source_.Text({key.span.begin, source_.span().end}).starts_with(':')) {
    return false;
  }
  return MayBeginEntry(source_.text(), key.span.begin - source_.base());
}

void Composer::ReportMissingKey(OpenCollection& frame, const value::Value& key) {
  frame.node->gap = std::max(frame.node->gap, value::Recovery::kPartial);
  found_error_ = true;
  emit_
      .ReportText({key.span.begin, key.span.begin + 1}, diag::Kind::kYamlSyntax,
                  "go-yaml does not accept an entry without a key")
      .Label("there is no key before this colon")
      .Hint("write the key, or `null` for a null key")
      .Emit();
}

// go-yaml requires the key of a flow mapping and its colon on one line.
void Composer::CheckKeyOnOneLine(OpenCollection& frame, const value::Value& key) {
  if (frame.node->style != value::Style::kFlow || !key.span.has_value() || key.span.begin == 0) {
    return;
  }
  const std::string_view rest = source_.Text({key.span.begin, source_.span().end});
  const size_t colon = std::min(rest.find_first_not_of(" \t\r\n", key.span.size()), rest.size());
  if (colon == rest.size() || rest[colon] != ':' ||
      rest.substr(0, colon).find('\n') == std::string_view::npos) {
    return;
  }
  const std::string_view before = source_.Text({frame.node->span.begin, key.span.begin});
  const size_t last = before.find_last_not_of(" \t\r\n");
  if (last != std::string_view::npos && before[last] == '?') {
    return;
  }
  MarkInvalid(frame.node);
  // Of a key over several lines the first one is most likely none of it.
  const std::string_view text = source_.Text(key.span);
  const size_t first = text.find_first_of("\r\n");
  const uint32_t at = key.span.begin + static_cast<uint32_t>(first == std::string_view::npos ? colon : 0);
  const uint32_t size = first == std::string_view::npos ? 1 : static_cast<uint32_t>(first);
  diag::DiagnosticBuilder builder = emit_.ReportText(
      {at, at + size}, diag::Kind::kYamlSyntax,
      "go-yaml requires a flow collection used as a key to be on the same line as its colon");
  builder.Label(std::string(kByGo));
  if (first == std::string_view::npos) {
    builder.Related(key.span, "the key");
  }
  builder.Emit();
}

// `!!timestamp x`; all that is a date or a time for go-yaml is a text for the programs that read by it.
void Composer::CheckTimestamp(const Event& event, value::Value* node) {
  if (!is_go() || IsGoTimestamp(node->raw)) {
    return;
  }
  MarkInvalid(node);
  const source::Span written = stream_.PropertiesOf(event).tag;
  emit_
      .ReportText(event.span.size() > 0 ? event.span : written, diag::Kind::kBadTag,
                  "`" + Truncate(node->raw) + "` does not have the type that the tag `" +
                      Truncate(source_.Text(written)) + "` requires")
      .Hint("write a date, such as `2001-12-14`, or drop the tag")
      .Emit();
}

// `[?a]` and `{?a: 1}`: a text that begins with `?` (YAML 1.2.2 section 7.3.3), or the key `a`.
void Composer::CheckQuestionMark(const Event& event, value::Value* node) {
  const bool is_in_flow = !frames_.empty() && frames_.back().node->style == value::Style::kFlow;
  if (!is_in_flow || !is_go()) {
    return;
  }
  MarkInvalid(node);
  emit_
      .ReportText({event.span.begin, event.span.begin + 1}, diag::Kind::kYamlSyntax,
                  "in a flow collection go-yaml reads this `?` as the mark of a key")
      .Label("in YAML 1.2 it is part of the scalar")
      .Hint("quote the scalar, or put a space after the `?` if it marks a key")
      .Emit();
}

}  // namespace kval::yaml
