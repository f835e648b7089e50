// What go-yaml, by which ytt, Helm and kubectl read, takes for something else than YAML 1.2 does. The few
// texts about which the two differ without a word are refused in the dialects of these programs.
#include "src/yaml/compose.h"

namespace kval::yaml {

bool Composer::is_go() const {
  return options_.dialect == value::Dialect::kYtt || options_.dialect == value::Dialect::kHelm ||
         options_.dialect == value::Dialect::kK8s;
}

// go-yaml ends a text where its last line break is.
LastLine Composer::last_line() const {
  return is_go() ? LastLine::kIsNone : LastLine::kCounts;
}

// `&a:b` names `a:b` (YAML 1.2.2 section 6.9.2); go-yaml ends the name at the colon.
void Composer::CheckAnchorName(source::Span anchor) {
  const size_t colon =
      anchor.has_value() && is_go() ? source_.Text(anchor).find(':') : std::string_view::npos;
  if (colon == std::string_view::npos) {
    return;
  }
  found_fault_ = true;
  const uint32_t at = anchor.begin + static_cast<uint32_t>(colon);
  emit_.ReportText({at, at + 1}, diag::Kind::kYamlSyntax, "go-yaml ends the name of an anchor at this `:`")
      .Label("in YAML 1.2 it is a part of the name")
      .Hint("give the anchor another name")
      .Emit();
}

// `[?a]` and `{?a: 1}`: a text that begins with `?` (YAML 1.2.2 section 7.3.3), or the key `a`.
void Composer::CheckQuestionMark(const Event& event, value::Value* node) {
  const bool is_in_flow = !frames_.empty() && frames_.back().node->style == value::Style::kFlow;
  if (!is_in_flow || !is_go()) {
    return;
  }
  MarkFaulty(node);
  emit_
      .ReportText({event.span.begin, event.span.begin + 1}, diag::Kind::kYamlSyntax,
                  "inside brackets this `?` marks a key for go-yaml")
      .Label("in YAML 1.2 it is a part of the text")
      .Hint("quote the text, or put a blank behind the `?` if it marks a key")
      .Emit();
}

}  // namespace kval::yaml
