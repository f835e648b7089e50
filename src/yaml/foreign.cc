// Text of template languages that stands where YAML is expected.
#include <string>
#include <string_view>
#include <utility>

#include "src/yaml/parser.h"

namespace kval::yaml {
namespace {

struct Mark {
  std::string_view opening, closing, message, hint;
};

constexpr std::string_view kRender = "render the template first, or quote it to keep it as text";
constexpr Mark kMarks[] = {
    {"{{", "}}", "`{{ … }}` is a Helm, Go or Jinja template, not YAML", kRender},
    {"{%", "%}", "`{% … %}` is a Jinja template, not YAML", kRender},
    {"{#", "#}", "`{# … #}` is a comment of a Jinja template, not YAML", "render the template first"},
    {"${", "}", "`${…}` is a placeholder of a shell or of Terraform, not YAML",
     "put the value in its place first, or quote it to keep it as text"},
};

// The kind of template that begins at `at`; in block context a `$` only starts a string.
const Mark* MarkAt(const char* at, bool in_flow) {
  for (const Mark& mark : kMarks) {
    if (at[0] == mark.opening[0] && at[1] == mark.opening[1] && (in_flow || at[0] == '{')) {
      return &mark;
    }
  }
  return nullptr;
}

}  // namespace

// Behind the template that starts at the position and ends on its line; null when there is none.
const char* Parser::TemplateEnd() const {
  const char first = scanner_.Peek();
  const Mark* mark = first == '{' || first == '$' ? MarkAt(scanner_.position(), InFlow()) : nullptr;
  if (mark == nullptr) {
    return nullptr;
  }
  const char* const begin = scanner_.position() + 2;
  const std::string_view rest(begin, static_cast<size_t>(scanner_.LineEnd(begin) - begin));
  const size_t closing = rest.find(mark->closing);
  return closing == std::string_view::npos ? nullptr : begin + closing + mark->closing.size();
}

Fault Parser::ForeignTemplate(const char* end) const {
  const Mark& mark = *MarkAt(scanner_.position(), InFlow());
  return {diag::Kind::kForeignTemplate,
          scanner_.SpanOf(scanner_.position(), end),
          std::string(mark.message),
          "",
          {},
          {},
          std::string(mark.hint)};
}

// In place of a key, an entry or a value.
Parser::Step Parser::TemplateInBlock(const KeyCandidate& candidate) {
  const char* const end = TemplateEnd();
  Report(ForeignTemplate(end));
  if (IsBelowBareKey(candidate)) {
    return StrayLine(candidate, scanner_.LineEnd(end), true);
  }
  const NextLine next = PeekLine(end);
  const bool is_first = candidate.may_start_mapping && !candidate.is_entry_key;
  if (!is_first || next.at == nullptr || next.column <= request_.parent_indent) {
    return Step::kFault;
  }
  // What the template gives comes before what stands below it.
  scanner_.MoveTo(scanner_.LineEnd(end));
  next_gap_ = value::Gap::kPart;
  return Step::kNode;
}

// In place of an item, up to the next comma or bracket.
Parser::Step Parser::TemplateInFlow(const Properties& properties) {
  const char* const begin = scanner_.position();
  const char* end = TemplateEnd();
  Report(ForeignTemplate(end));
  while (!Is(*end, kBreak | kFlowMark)) {
    ++end;
  }
  while (IsBlank(end[-1])) {
    --end;
  }
  Push(EventKind::kScalar, scanner_.SpanOf(begin, end), properties, value::Style::kPlain);
  out_.events.back().gap = value::Gap::kAll;
  scanner_.MoveTo(end);
  return Step::kDone;
}

}  // namespace kval::yaml
