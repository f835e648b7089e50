// Text of template languages where YAML is expected.
#include "src/yaml/foreign_syntax.h"
#include "src/yaml/parser.h"

namespace kval::yaml {
namespace {

// The end of the rest of a plain scalar in a flow collection, which may have further placeholders.
const char* EndOfScalar(const char* at) {
  for (bool is_inside = false; !Is(*at, kBreak); ++at) {
    if (*at == '{' && at[-1] == '$') {
      is_inside = true;
    } else if (is_inside) {
      is_inside = *at != '}';
    } else if (Is(*at, kFlowMark)) {
      break;
    }
  }
  return at;
}

}  // namespace

// In place of a key, an entry or a value.
Parser::Step Parser::TemplateInBlock(const KeyCandidate& candidate) {
  const char* const end = TemplateEnd(scanner_, InFlow());
  Report(MakeTemplateError(scanner_, InFlow(), end));
  if (IsBelowBareKey(candidate)) {
    return StrayLine(candidate, scanner_.LineEnd(end), true);
  }
  const NextLine next = ahead_.Below(end);
  const bool is_first = candidate.may_start_mapping && !candidate.is_entry_key;
  if (!is_first || next.at == nullptr || next.column <= request_.parent_indent) {
    return Step::kError;
  }
  // The template's output precedes the lines below it.
  scanner_.MoveTo(scanner_.LineEnd(end));
  next_recovery_ = value::Recovery::kPartial;
  return Step::kNode;
}

// In place of an item, up to the next comma or bracket.
Parser::Step Parser::TemplateInFlow(const Properties& properties) {
  const char* const begin = scanner_.position();
  const char* end = TemplateEnd(scanner_, InFlow());
  Report(MakeTemplateError(scanner_, InFlow(), end));
  end = EndOfScalar(end);
  while (IsSpaceOrTab(end[-1])) {
    --end;
  }
  Push(EventKind::kScalar, scanner_.SpanOf(begin, end), properties, value::Style::kPlain);
  out_.events.back().gap = value::Recovery::kError;
  scanner_.MoveTo(end);
  return Step::kDone;
}

}  // namespace kval::yaml
