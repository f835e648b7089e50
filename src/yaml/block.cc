// Block collections and other nodes that start on a new line.
#include <algorithm>
#include <optional>
#include <utility>

#include "src/yaml/dash_recovery.h"
#include "src/yaml/foreign_syntax.h"
#include "src/yaml/incomplete_entry.h"
#include "src/yaml/indent_recovery.h"
#include "src/yaml/parser.h"

namespace kval::yaml {
namespace {

// YAML 1.2.2 section 7.4.2: the key of an implicit entry is one line of at most 1024 characters.

bool HasTab(const char* begin) {
  for (; IsSpaceOrTab(*begin); ++begin) {
    if (*begin == '\t') {
      return true;
    }
  }
  return false;
}

// Returns the start of the spaces before `at`.
const char* AfterText(const char* at) {
  while (IsSpaceOrTab(at[-1])) {
    --at;
  }
  return at;
}

// Whether the line ends there, or a comment begins.
bool EndsLine(const char* at) {
  return IsBreak(*at) || (*at == '#' && IsSpaceOrTab(at[-1]));
}

// Whether the plain scalar that ends at the position contains a space.
bool HasSeveralWords(const Scanner& scanner, const char* begin) {
  const std::string_view text(begin, static_cast<size_t>(scanner.position() - begin));
  return !text.empty() && !IsQuote(text[0]) && text.find(' ') != std::string_view::npos;
}

// Of a `-`, `?` or `:` where no block collection can start.
SyntaxError MisplacedIndicator(const Scanner& scanner) {
  const bool is_dash = scanner.Peek() == '-';
  return {diag::Kind::kYamlSyntax,
          scanner.Here(1),
          is_dash ? "a sequence cannot start on this line" : "a mapping cannot start on this line",
          "",
          {},
          {},
          is_dash ? "put the first item on a separate line" : ""};
}

}  // namespace

// Skips the rest of the line after a node; returns false after an error.
bool Parser::FinishLine() {
  if (scanner_.AtEnd()) {
    return true;
  }
  const bool was_first = scanner_.IsFirstOnLine();
  scanner_.SkipToContent();
  if (was_first || scanner_.AtEnd() || scanner_.IsFirstOnLine()) {
    return true;
  }
  const char* const at = scanner_.position();
  SyntaxError error =
      MakeTextAfterValueError(scanner_, out_.events.empty() ? nullptr : &out_.events.back(), at);
  if (error.kind == diag::Kind::kUnterminatedQuote && MayRewind()) {
    resume_at_ = ahead_.Below(scanner_.PointerTo(error.at.begin)).line;
  }
  Report(std::move(error));
  if (!out_.events.empty()) {
    out_.events.back().gap = value::Recovery::kError;
  }
  return false;
}

Parser::Step Parser::OpenBlock(FrameKind kind, Part part, int column, source::Span begin,
                               const Properties& properties) {
  Frame* const frame = PushFrame(kind, part, begin);
  if (frame == nullptr) {
    return Step::kError;
  }
  frame->column = column;
  Push(kind == FrameKind::kBlockSequence ? EventKind::kSequenceStart : EventKind::kMappingStart,
       {begin.begin, begin.begin}, properties, value::Style::kBlock);
  top().requested_at = out_.events.size();
  return Step::kDone;
}

Parser::Step Parser::CloseBlock() {
  const bool is_sequence = top().kind == FrameKind::kBlockSequence;
  const value::Recovery gap = top().gap;
  if (!is_sequence && indent_step_ == 0 && top().entries > 1 && gap == value::Recovery::kNone &&
      frames_.size() > 1 && frames_[frames_.size() - 2].kind == FrameKind::kBlockMapping) {
    indent_step_ = top().column - frames_[frames_.size() - 2].column;
  }
  if (frames_.size() > 1) {
    frames_[frames_.size() - 2].RecordEnd(top());
  }
  frames_.pop_back();
  Push(is_sequence ? EventKind::kSequenceEnd : EventKind::kMappingEnd, scanner_.Here(), {},
       value::Style::kBlock);
  out_.events.back().gap = gap;
  return Step::kDone;
}

// At a `-`, `?` or `:` that starts a block collection.
Parser::Step Parser::StartBlockCollection(const Properties& properties, bool new_line, bool has_tab) {
  if (new_line ? scanner_.tab_in_indentation() : has_tab) {
    return ReportTab();
  }
  const int column = scanner_.Column();
  if (!AtDash()) {
    if (OpenBlock(FrameKind::kBlockMapping, Part::kKey, column, scanner_.Here(1), properties) ==
        Step::kError) {
      return Step::kError;
    }
    return ReadMappingEntry();
  }
  const bool in_mapping = request_.is_mapping_value && column == request_.parent_indent;
  if (OpenBlock(FrameKind::kBlockSequence, Part::kItem, column, scanner_.Here(1), properties) ==
      Step::kError) {
    return Step::kError;
  }
  top().in_mapping = in_mapping;
  return ReadSequenceItem();
}

// At the dash of an item of the innermost sequence.
Parser::Step Parser::ReadSequenceItem() {
  const int column = std::max(top().column, scanner_.Column());
  ++top().entries;
  top().is_misindented_item = scanner_.Column() != top().column;
  out_.dashes.push_back(scanner_.Here(1));
  scanner_.Advance();
  return RequestNode(Part::kItem, {column, true, false});
}

Parser::Step Parser::ReadBlockNode() {
  const NodeRequest request = request_;
  const char* absent_at = scanner_.position();
  const bool has_tab = HasTab(absent_at);
  bool new_line = scanner_.SkipToContent();
  new_line = scanner_.IsFirstOnLine() || new_line;
  bool allows_compact = request.allows_compact;
  Properties outer;
  for (;;) {
    if (AtContentEnd()) {
      PushAbsent(outer, absent_at);
      return Step::kDone;
    }
    const int column = scanner_.Column();
    const bool is_outdented = column < request.parent_indent ||
                              (column == request.parent_indent && !(request.is_mapping_value && AtDash()));
    if (new_line && is_outdented) {
      next_recovery_ = scanner_.tab_in_indentation() ? value::Recovery::kPartial : next_recovery_;
      PushAbsent(outer, absent_at);
      return Step::kDone;
    }
    const bool may_start = allows_compact || new_line;
    if (AtDash() || AtQuestion() || AtColon()) {
      return may_start ? StartBlockCollection(outer, new_line, has_tab) : Fail(MisplacedIndicator(scanner_));
    }
    const bool is_after_tab = new_line ? scanner_.tab_in_indentation() : has_tab;
    if (may_start && !is_after_tab && next_recovery_ == value::Recovery::kNone) {
      if (const std::optional<SimpleEntry> entry = ParseSimpleEntry(scanner_.position(), column)) {
        return StartPlainMapping(*entry, outer);
      }
    }
    KeyCandidate candidate;
    candidate.begin = scanner_.position();
    candidate.line = scanner_.line();
    candidate.column = column;
    candidate.may_start_mapping = may_start;
    candidate.has_tab = is_after_tab;
    Properties inner;
    PropertyResult taken;
    while ((taken = TakeProperty(&inner, false)) == PropertyResult::kTaken) {
      scanner_.SkipSpaces();
    }
    if (taken == PropertyResult::kError) {
      return Step::kError;
    }
    if (!inner.empty() && EndsLine(scanner_.position())) {
      if (!Merge(inner, &outer)) {
        return Step::kError;
      }
      absent_at = AfterText(scanner_.position());
      scanner_.SkipToContent();
      new_line = true;
      allows_compact = false;
      continue;
    }
    if (!inner.empty() && (AtDash() || AtQuestion())) {
      return Fail(MisplacedIndicator(scanner_));
    }
    if (scanner_.Peek() == '|' || scanner_.Peek() == '>') {
      return Merge(inner, &outer) ? PushBlockScalar(outer, request.parent_indent) : Step::kError;
    }
    candidate.outer = outer;
    return ReadKeyOrNode(candidate, inner, request.parent_indent);
  }
}

// Behind the properties of a node that is neither a block scalar nor starts with an indicator.
Parser::Step Parser::ReadKeyOrNode(const KeyCandidate& candidate, const Properties& inner,
                                   int parent_indent) {
  KeyCandidate here = candidate;
  here.event = out_.events.size();
  const char first = scanner_.Peek();
  if (TemplateEnd(scanner_, InFlow()) != nullptr) {
    return TemplateInBlock(here);
  }
  if (first == '[' || first == '{') {
    flow_candidate_ = here;
    flow_request_ = {parent_indent, false, request_.is_mapping_value};
    return OpenFlow(inner);
  }
  if (AtColon()) {
    if (!here.may_start_mapping) {
      return Fail(MisplacedIndicator(scanner_));
    }
    PushAbsent(inner, scanner_.position());
    return FinishCandidate(here, true);
  }
  const char* const line = scanner_.line();
  if (first == '*') {
    if (!PushAlias(inner)) {
      return Step::kError;
    }
  } else if (const ScanResult result = PushScalar(inner, {parent_indent, false});
             HasUnclosedQuote(here, result)) {
    return SkipOpenQuote(here);
  } else if (result != ScanResult::kDone) {
    if (result == ScanResult::kColonOnNextLine) {
      return EntryInString(here, inner);
    }
    if (PrecedesEntries(here)) {
      return SkipBeforeEntries(here);
    }
    return IsBelowBareKey(here) && !StartsLikeKey(here.begin)
               ? StrayLine(here, scanner_.LineEnd(here.begin), false)
               : Step::kError;
  }
  const Event& node = out_.events.back();
  return FinishCandidate(here, line == scanner_.line() &&
                                   !(node.needs_decoding &&
                                     scanner_.LineEnd(candidate.begin) < scanner_.PointerTo(node.span.end)));
}

// Behind a complete node that is a key if a `:` follows.
Parser::Step Parser::FinishCandidate(const KeyCandidate& candidate, bool is_one_line) {
  const char* at = scanner_.position();
  while (IsSpaceOrTab(*at)) {
    ++at;
  }
  if (*at != ':' || !IsSpaceOrBreak(at[1])) {
    if (candidate.is_entry_key) {
      return MissingColon(candidate);
    }
    if (candidate.may_start_mapping && IsIncompleteEntry(candidate)) {
      return RecoverIncompleteEntry(candidate);
    }
    Event& node = out_.events[candidate.event];
    if (node.is_scalar()) {
      TakeNextRecovery();
    }
    if (candidate.outer.empty()) {
      return Step::kDone;
    }
    if (node.kind == EventKind::kAlias) {
      return Fail({diag::Kind::kYamlSyntax,
                   node.span,
                   "an alias can have neither an anchor nor a tag",
                   "",
                   {},
                   {},
                   ""});
    }
    Properties merged = candidate.outer;
    if (!Merge(out_.PropertiesOf(node), &merged)) {
      return Step::kError;
    }
    node.properties = out_.Keep(merged);
    return Step::kDone;
  }
  const source::Span key = scanner_.SpanOf(candidate.begin, scanner_.position());
  if (!is_one_line || scanner_.position() - candidate.begin > kMaxImplicitKeySize) {
    out_.events.back().gap = value::Recovery::kError;
    return Fail({diag::Kind::kYamlSyntax, scanner_.SpanOf(at, at + 1),
                 is_one_line ? "a key can have at most 1024 characters" : "a key must be on one line", "",
                 key, "the key", "write `? ` before a long or multi-line key"});
  }
  scanner_.MoveTo(at);
  if (candidate.is_entry_key) {
    if (candidate.is_guess) {
      out_.events.back().gap = std::max(out_.events.back().gap, value::Recovery::kPartial);
    }
    return ReadMappingValue();
  }
  if (!candidate.may_start_mapping) {
    out_.events.back().gap = value::Recovery::kError;
    // The last of several words may be the key of another entry, of this mapping or of one around it.
    const size_t unsure =
        HasSeveralWords(scanner_, candidate.begin) ? std::min<size_t>(3, frames_.size()) : 0;
    std::for_each(frames_.end() - static_cast<ptrdiff_t>(unsure), frames_.end(),
                  [](Frame& frame) { frame.gap = std::max(frame.gap, value::Recovery::kPartial); });
    return Fail({diag::Kind::kYamlSyntax, scanner_.SpanOf(at, at + 1), "a mapping cannot start on this line",
                 "", key, "this would be its first key",
                 "quote the value if the colon belongs to it, or start the mapping on the next line"});
  }
  if (candidate.has_tab) {
    return TabAtFirstEntry(candidate);
  }
  return StartMappingWith(candidate) ? ReadMappingValue() : Step::kError;
}

// After a key that starts a block mapping, whose event exists already. Returns false after an error.
bool Parser::StartMappingWith(const KeyCandidate& candidate) {
  if (candidate.has_tab) {
    ReportTab();
    return false;
  }
  const uint32_t begin = scanner_.SpanOf(candidate.begin, candidate.begin).begin;
  const source::Span key = {begin, scanner_.SpanOf(candidate.begin, scanner_.position()).end};
  Frame* const frame = PushFrame(FrameKind::kBlockMapping, Part::kKey, key);
  if (frame == nullptr) {
    return false;
  }
  frame->column = frame->entry_column = candidate.column;
  frame->entries = 1;
  Event start{};
  start.kind = EventKind::kMappingStart;
  start.style = value::Style::kBlock;
  start.span = {begin, begin};
  start.properties = out_.Keep(candidate.outer);
  out_.events.insert(out_.events.begin() + static_cast<ptrdiff_t>(candidate.event), start);
  return true;
}

// At the colon of an entry of the innermost mapping.
Parser::Step Parser::ReadMappingValue() {
  scanner_.Advance();
  return RequestMappingValue();
}

Parser::Step Parser::RequestMappingValue() {
  return RequestNode(Part::kValue, {top().entry_column, false, true});
}

// At the start of an entry of the innermost mapping.
Parser::Step Parser::ReadMappingEntry() {
  if (next_recovery_ == value::Recovery::kNone && scanner_.Column() == top().column &&
      TakePlainEntries(ParseSimpleEntry(scanner_.position(), top().column))) {
    return Step::kDone;
  }
  const int own = scanner_.Column();
  // If this one is in another column than the others, items below may be in either column.
  const int least = std::min(own, top().column);
  const NextLine next = own != top().column ? ahead_.Below(scanner_.position()) : NextLine();
  const bool has_items = next.at != nullptr && next.column == least && IsDash(next.at);
  const int column = has_items ? least : std::max(top().column, own);
  top().entry_column = column;
  ++top().entries;
  if (AtQuestion()) {
    scanner_.Advance();
    return RequestNode(Part::kExplicitKey, {column, true, true});
  }
  top().part = Part::kKey;
  top().requested_at = out_.events.size();
  if (AtColon()) {
    PushAbsent({}, scanner_.position());
    return ReadMappingValue();
  }
  KeyCandidate candidate;
  candidate.begin = scanner_.position();
  candidate.line = scanner_.line();
  candidate.column = scanner_.Column();
  candidate.may_start_mapping = true;
  candidate.is_entry_key = true;
  candidate.is_guess = candidate.column != top().column;
  Properties properties;
  PropertyResult taken;
  while ((taken = TakeProperty(&properties, false)) == PropertyResult::kTaken) {
    scanner_.SkipSpaces();
  }
  if (taken == PropertyResult::kError) {
    return Step::kError;
  }
  if (IsBreak(scanner_.Peek())) {
    return Fail({diag::Kind::kYamlSyntax,
                 scanner_.SpanOf(candidate.begin, scanner_.position()),
                 "a key must follow on this line",
                 "",
                 {},
                 {},
                 ""});
  }
  return ReadKeyOrNode(candidate, properties, column);
}

Parser::Step Parser::ContinueBlockMapping() {
  if (top().part == Part::kKey) {
    // A flow collection as a key is complete.
    return FinishCandidate(flow_candidate_, flow_candidate_.line == scanner_.line());
  }
  if (!FinishLine()) {
    return Step::kError;
  }
  const int column = top().column;
  if (top().part == Part::kExplicitKey) {
    if (!AtContentEnd() && scanner_.Column() == column && AtColon()) {
      scanner_.Advance();
      return RequestNode(Part::kValue, {column, true, true});
    }
    const uint32_t key_end = out_.events.back().span.end;
    PushAbsent({}, scanner_.PointerTo(key_end));
    top().part = Part::kValue;
  }
  if (AtContentEnd()) {
    return CloseBlock();
  }
  if (scanner_.tab_in_indentation()) {
    return TabInBlock();
  }
  if (IsUnindentedText()) {
    return UnindentedText();
  }
  if (scanner_.Column() != column) {
    if (scanner_.Column() < column) {
      if (const std::optional<Step> step = IndentRecovery(*this).Read()) {
        return *step;
      }
    }
    return scanner_.Column() == top().misindented_column ? ReadMappingEntry() : ReadMisindentedLine();
  }
  return AtDash() ? ItemAmongEntries() : ReadMappingEntry();
}

Parser::Step Parser::ContinueBlockSequence() {
  if (!FinishLine()) {
    return Step::kError;
  }
  const int column = top().column;
  if (AtContentEnd()) {
    return CloseBlock();
  }
  if (scanner_.tab_in_indentation()) {
    return TabInBlock();
  }
  if (IsUnindentedText()) {
    return UnindentedText();
  }
  if (scanner_.Column() < column) {
    if (const std::optional<Step> step = IndentRecovery(*this).Read()) {
      return *step;
    }
  }
  if (scanner_.Column() != column && !(scanner_.Column() == top().misindented_column && AtDash())) {
    return ReadMisindentedLine();
  }
  return AtDash() ? ReadSequenceItem() : DashRecovery(*this).Missing();
}

}  // namespace kval::yaml
