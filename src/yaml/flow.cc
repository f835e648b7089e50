// Flow collections: `[...]` and `{...}`.
#include <algorithm>
#include <utility>

#include "src/yaml/foreign_syntax.h"
#include "src/yaml/parser.h"

namespace kval::yaml {

Parser::Step Parser::UnclosedFlow() {
  if (IsUnclosed()) {
    return RecoverUnclosed(false);
  }
  size_t outermost = frames_.size();
  while (outermost > 0 && frames_[outermost - 1].kind >= FrameKind::kFlowMapping) {
    --outermost;
  }
  size_t innermost = frames_.size() - 1;
  while (innermost > outermost && frames_[innermost].kind == FrameKind::kFlowPair) {
    --innermost;
  }
  const bool is_mapping = frames_[innermost].kind == FrameKind::kFlowMapping;
  resume_at_ = scanner_.line() == flow_candidate_.line || scanner_.AtEnd() ? nullptr : scanner_.line();
  return Fail({diag::Kind::kUnclosedFlow,
               frames_[innermost].begin,
               is_mapping ? "this `{` is never closed" : "this `[` is never closed",
               "",
               {},
               {},
               is_mapping ? "add a `}`" : "add a `]`"});
}

// An error on a later line that is indented like an entry of the surrounding block means that the bracket is
// not closed.
bool Parser::IsProbablyUnclosed() const {
  int indent = -1;
  for (size_t i = frames_.size(); i-- > 0;) {
    if (frames_[i].kind < FrameKind::kFlowMapping) {
      indent = frames_[i].column;
      break;
    }
  }
  const char* first = scanner_.line();
  while (*first == ' ') {
    ++first;
  }
  const bool is_later = scanner_.line() != flow_candidate_.line;
  const bool is_outdented = first - scanner_.line() <= indent && *first != ']' && *first != '}';
  return AtContentEnd() || (is_later && is_outdented);
}

Parser::Step Parser::ReportFlowError(std::string message, std::string hint) {
  if (IsUnclosed()) {
    return RecoverUnclosed(true);
  }
  if (IsProbablyUnclosed()) {
    return UnclosedFlow();
  }
  return Fail({diag::Kind::kYamlSyntax, scanner_.Here(1), std::move(message), "", top().begin,
               top().kind == FrameKind::kFlowMapping ? "the mapping starts here" : "the sequence starts here",
               std::move(hint)});
}

// Returns false after an error: the document ends inside a flow collection, or the block continues around one
// that is a key, which must be on one line.
bool Parser::SkipInFlow() {
  scanner_.SkipToContent();
  while (AtSlashComment(scanner_, ahead_)) {
    SyntaxError error = MakeSlashCommentError(scanner_);
    // The first one represents all.
    if (std::ranges::none_of(
            out_.errors, [&](const SyntaxError& reported) { return reported.message == error.message; })) {
      Report(std::move(error));
    }
    scanner_.MoveTo(scanner_.LineEnd(scanner_.position()));
    scanner_.SkipToContent();
  }
  if (!AtContentEnd() && !(flow_candidate_.is_entry_key && IsProbablyUnclosed())) {
    return true;
  }
  UnclosedFlow();
  return false;
}

bool Parser::LastNodeIsJson() const {
  const Event& last = out_.events.back();
  return last.style == value::Style::kFlow || last.style == value::Style::kDoubleQuoted ||
         last.style == value::Style::kSingleQuoted;
}

// A `:` that separates a flow key from its value. After a JSON-like key no space is required.
bool Parser::AtFlowValueMark(bool after_json_key) const {
  return scanner_.Peek() == ':' &&
         (after_json_key || IsSpaceOrBreak(scanner_.Peek(1)) || IsFlowMark(scanner_.Peek(1)));
}

Parser::Step Parser::OpenFlow(const Properties& properties) {
  const bool is_mapping = scanner_.Peek() == '{';
  const source::Span bracket = scanner_.Here(1);
  Frame* const frame = PushFrame(is_mapping ? FrameKind::kFlowMapping : FrameKind::kFlowSequence,
                                 is_mapping ? Part::kKey : Part::kItem, bracket);
  if (frame == nullptr) {
    return Step::kError;
  }
  frame->entry = scanner_.position();
  frame->opened_at = out_.events.size();
  Push(is_mapping ? EventKind::kMappingStart : EventKind::kSequenceStart, bracket, properties,
       value::Style::kFlow);
  scanner_.Advance();
  return ReadFlowItem();
}

// At the closing bracket.
Parser::Step Parser::CloseFlow() {
  const Frame closed = top();
  frames_.pop_back();
  const source::Span bracket = scanner_.Here(1);
  scanner_.Advance();
  out_.events[closed.opened_at].span.end = bracket.end;
  Push(closed.kind == FrameKind::kFlowMapping ? EventKind::kMappingEnd : EventKind::kSequenceEnd, bracket, {},
       value::Style::kFlow);
  out_.events.back().gap = closed.gap;
  const bool is_outermost = !InFlow();
  if (!is_outermost || flow_candidate_.is_entry_key) {
    return Step::kDone;
  }
  return FinishCandidate(flow_candidate_, flow_candidate_.line == scanner_.line());
}

// At the start of an item or entry, or at the closing bracket.
Parser::Step Parser::ReadFlowItem() {
  if (!SkipInFlow()) {
    return Step::kError;
  }
  const bool is_mapping = top().kind == FrameKind::kFlowMapping;
  if (scanner_.Peek() == ',') {
    if (IsProbablyUnclosed()) {
      return UnclosedFlow();
    }
    Report({diag::Kind::kYamlSyntax,
            scanner_.Here(1),
            is_mapping ? "an entry is missing before this `,`" : "an item is missing before this `,`",
            "",
            {},
            {},
            is_mapping ? "delete the `,`" : "delete the `,`, or write `null`"});
    top().gap = value::Recovery::kPartial;
    while (scanner_.Peek() == ',') {
      scanner_.Advance();
      if (!SkipInFlow()) {
        return Step::kError;
      }
    }
  }
  if (scanner_.Peek() == (is_mapping ? '}' : ']')) {
    return CloseFlow();
  }
  if (scanner_.Peek() == (is_mapping ? ']' : '}')) {
    return ReportFlowError(is_mapping ? "expected `}`" : "expected `]`", "");
  }
  top().entry = scanner_.position();
  top().entry_line = scanner_.line();
  RequestFlowNode(is_mapping ? Part::kKey : Part::kItem);
  return ReadFlowEntry();
}

Parser::Step Parser::ReadFlowEntry() {
  const bool is_mapping = top().kind == FrameKind::kFlowMapping;
  if (AtQuestion()) {
    if (!is_mapping) {
      const source::Span mark = scanner_.Here(1);
      Frame* const pair = PushFrame(FrameKind::kFlowPair, Part::kExplicitKey, mark);
      if (pair == nullptr) {
        return Step::kError;
      }
      pair->opened_at = out_.events.size();
      Push(EventKind::kMappingStart, mark, {}, value::Style::kFlow);
      RequestFlowNode(Part::kExplicitKey);
    }
    scanner_.Advance();
    return SkipInFlow() ? Step::kNode : Step::kError;
  }
  if (AtFlowValueMark(false)) {
    PushAbsent({}, scanner_.position());
    return Step::kDone;
  }
  return Step::kNode;
}

Parser::Step Parser::ReadFlowNode() {
  Properties properties;
  PropertyResult taken;
  const char* absent_at = scanner_.position();
  while ((taken = TakeProperty(&properties, true)) == PropertyResult::kTaken) {
    absent_at = scanner_.position();
    if (!SkipInFlow()) {
      return Step::kError;
    }
  }
  if (taken == PropertyResult::kError) {
    return Step::kError;
  }
  const char first = scanner_.Peek();
  if (first == ',' || first == ']' || first == '}' || AtFlowValueMark(false)) {
    PushAbsent(properties, absent_at);
    return Step::kDone;
  }
  if (TemplateEnd(scanner_, InFlow()) != nullptr) {
    return TemplateInFlow(properties);
  }
  if (first == '[' || first == '{') {
    return OpenFlow(properties);
  }
  if (first == '*') {
    return PushAlias(properties) ? Step::kDone : Step::kError;
  }
  if (first == '#') {
    return ReportFlowError("a space is required before the `#` of a comment", "");
  }
  if (first != '"' && first != '\'' && !StartsPlain(scanner_, true)) {
    return ReportFlowError(first == '`' ? "a value cannot start with a backtick"
                                        : "a value cannot start with `" + std::string(1, first) + "`",
                           "");
  }
  return PushScalar(properties, {-1, true}) == ScanResult::kDone ? Step::kDone : Step::kError;
}

// Behind the colon of a flow entry.
Parser::Step Parser::ReadFlowValue() {
  const char* const absent_at = scanner_.position();
  RequestFlowNode(Part::kValue);
  if (!SkipInFlow()) {
    return Step::kError;
  }
  const char first = scanner_.Peek();
  if (first == ',' || first == ']' || first == '}') {
    PushAbsent({}, absent_at);
    return Step::kDone;
  }
  return Step::kNode;
}

// Behind an item or an entry.
Parser::Step Parser::NextFlowItem() {
  if (!SkipInFlow()) {
    return Step::kError;
  }
  const bool is_mapping = top().kind == FrameKind::kFlowMapping;
  if (scanner_.Peek() == ',') {
    scanner_.Advance();
    return ReadFlowItem();
  }
  if (scanner_.Peek() == (is_mapping ? '}' : ']')) {
    return CloseFlow();
  }
  return ReportFlowError(is_mapping ? "expected `,` or `}`" : "expected `,` or `]`", "");
}

// An item is complete: it may be the key of a mapping of one pair.
Parser::Step Parser::ContinueFlowSequence() {
  const char* const end = scanner_.position();
  scanner_.SkipSpaces();
  if (!AtFlowValueMark(LastNodeIsJson())) {
    scanner_.MoveTo(end);
    return NextFlowItem();
  }
  if (top().entry_line != scanner_.line() || end - top().entry > kMaxImplicitKeySize) {
    return ReportFlowError("a key in a flow sequence must be on one line", "");
  }
  const source::Span first = scanner_.SpanOf(top().entry, end);
  const size_t opened_at = top().requested_at;
  Frame* const pair = PushFrame(FrameKind::kFlowPair, Part::kValue, first);
  if (pair == nullptr) {
    return Step::kError;
  }
  pair->opened_at = opened_at;
  Event start{};
  start.kind = EventKind::kMappingStart;
  start.style = value::Style::kFlow;
  start.span = {first.begin, first.begin};
  out_.events.insert(out_.events.begin() + static_cast<ptrdiff_t>(opened_at), start);
  scanner_.Advance();
  return ReadFlowValue();
}

std::optional<Parser::Step> Parser::ReadValueOfFlowKey() {
  const bool after_json_key = LastNodeIsJson();
  const char* const key_end = scanner_.position();
  if (!SkipInFlow()) {
    return Step::kError;
  }
  if (AtFlowValueMark(after_json_key)) {
    scanner_.Advance();
    return ReadFlowValue();
  }
  RequestFlowNode(Part::kValue);
  PushAbsent({}, key_end);
  return std::nullopt;
}

Parser::Step Parser::ContinueFlowMapping() {
  if (top().part != Part::kValue) {
    if (const std::optional<Step> step = ReadValueOfFlowKey()) {
      return *step;
    }
  }
  return NextFlowItem();
}

Parser::Step Parser::ContinueFlowPair() {
  if (top().part == Part::kExplicitKey) {
    if (const std::optional<Step> step = ReadValueOfFlowKey()) {
      return *step;
    }
  }
  const Frame pair = top();
  frames_.pop_back();
  const source::Span end = {out_.events.back().span.end, out_.events.back().span.end};
  out_.events[pair.opened_at].span.end = std::max(end.end, out_.events[pair.opened_at].span.end);
  Push(EventKind::kMappingEnd, end, {}, value::Style::kFlow);
  return NextFlowItem();
}

}  // namespace kval::yaml
