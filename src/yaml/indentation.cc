// Lines that are not indented as any open collection is.
#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

#include "src/yaml/dash_recovery.h"
#include "src/yaml/indent_recovery.h"
#include "src/yaml/parser.h"

namespace kval::yaml {
namespace {

// How to move a line from `column` to the column `expected`.
std::string AlignHint(int column, int expected) {
  const int distance = std::abs(expected - column);
  return (expected > column ? "add " : "remove ") + std::to_string(distance) +
         (distance == 1 ? " space" : " spaces") + " to align this line";
}

constexpr int kDashAndSpace = 2;

bool IsEnd(const Event& event) {
  return event.kind == EventKind::kMappingEnd || event.kind == EventKind::kSequenceEnd;
}

}  // namespace

Parser::Step Parser::ReportTab() {
  const char* at = scanner_.line();
  while (*at == ' ') {
    ++at;
  }
  const bool is_leading = *at == '\t';
  const char* end = is_leading ? at : scanner_.position();
  while (is_leading && IsSpaceOrTab(*end)) {
    ++end;
  }
  while (!is_leading && at < end && *at != '\t') {
    ++at;
  }
  return Fail({diag::Kind::kTabIndent,
               is_leading ? scanner_.SpanOf(at, end) : scanner_.SpanOf(at, at + 1),
               "a tab cannot be used for indentation",
               "",
               {},
               {},
               "indent with spaces"});
}

// At a line of a block collection with a tab in its indentation. If it has only a key, the first line below
// determines the key's depth. Below a key without a value it is that key's first line.
Parser::Step Parser::TabInBlock() {
  const char* const at = scanner_.position();
  const NextLine child = ahead_.Below(at);
  const std::string_view line(at, static_cast<size_t>(scanner_.LineEnd(at) - at));
  ReportTab();
  if (IsDash(at)) {
    for (Frame& frame : frames_) {
      frame.gap = std::max(frame.gap, value::Recovery::kPartial);
    }
    resume_at_ = line.ends_with(':') ? ahead_.SkipChildren(at).line : nullptr;
    return Step::kError;
  }
  const bool is_first = top().kind == FrameKind::kBlockMapping && out_.events.back().is_missing &&
                        !line.ends_with(':') && child.column > top().entry_column &&
                        LooksLikeEntry(child.text());
  if (is_first) {
    out_.events.pop_back();
    scanner_.MoveTo(child.line, child.line);
    next_recovery_ = value::Recovery::kPartial;
    return RequestMappingValue();
  }
  if (!line.ends_with(':') || child.at == nullptr || child.column <= frames_.front().column) {
    // It may be a line of any of those that are indented.
    for (size_t i = 1; i < frames_.size(); ++i) {
      frames_[i].gap = std::max(frames_[i].gap, value::Recovery::kPartial);
    }
    return Step::kError;
  }
  size_t depth = frames_.size();
  while (depth > 1 && frames_[depth - 1].column >= child.column) {
    frames_[--depth].gap = value::Recovery::kPartial;
  }
  Frame& holder = frames_[depth - 1];
  holder.gap = value::Recovery::kPartial;
  // The key belongs to that mapping, and the lines below to the key.
  const int column = scanner_.Column();
  const bool closes_others = depth == frames_.size() || frames_[depth].column > column;
  if (holder.kind == FrameKind::kBlockMapping && column < child.column && closes_others) {
    holder.misindented_column = column;
    scanner_.MoveTo(at, scanner_.line());
    return Step::kDone;
  }
  resume_at_ = ahead_.SkipChildren(at).line;
  return Step::kError;
}

// At the first key of a mapping, with a tab in its indentation: the mapping may begin with its next entry.
Parser::Step Parser::TabAtFirstEntry(const KeyCandidate& candidate) {
  const char* const line_end = scanner_.LineEnd(candidate.begin);
  const bool is_bare = line_end[-1] == ':';
  const NextLine next = is_bare ? ahead_.SkipChildren(candidate.begin) : ahead_.Below(line_end);
  ReportTab();
  out_.events.resize(candidate.event);
  const bool goes_on =
      next.at != nullptr && next.column > request_.parent_indent && LooksLikeEntry(next.text());
  if (!goes_on) {
    return Step::kError;
  }
  scanner_.MoveTo(next.line, next.line);
  next_recovery_ = value::Recovery::kPartial;
  return Step::kNode;
}

// At a dash in the column of the entries of a mapping that is an item.
Parser::Step Parser::ItemOfOuter() {
  Frame& outer = frames_[frames_.size() - 2];
  if (!outer.is_doubtful) {
    const char* const at = scanner_.position();
    Report({diag::Kind::kBadIndent, scanner_.SpanOf(at, scanner_.LineEnd(at)),
            "the indentation of this line matches no enclosing mapping or sequence", "", outer.begin,
            "the dashes of the sequence are in this column", AlignHint(scanner_.Column(), outer.column)});
  }
  outer.misindented_column = scanner_.Column();
  outer.gap = top().gap = value::Recovery::kPartial;
  return CloseBlock();
}

// At a dash in the column of a mapping's entries. Nothing around the mapping can have an item there.
Parser::Step Parser::ItemAmongEntries() {
  if (const std::optional<Step> step = ReadAfterEmptyValue()) {
    return *step;
  }
  if (DashRecovery dashes(*this); dashes.IsFirstDashMissing()) {
    return dashes.ReadAfterFirstItem();
  }
  if (const std::optional<Step> step = IndentRecovery(*this).ReadItemOfNestedSequence()) {
    return *step;
  }
  // One of the sequence that the mapping is an item of.
  const bool is_in_item = frames_.size() > 1 && frames_[frames_.size() - 2].kind == FrameKind::kBlockSequence;
  if (is_in_item &&
      HaveSameStart(scanner_.PointerTo(frames_[frames_.size() - 2].begin.begin), scanner_.position())) {
    return ItemOfOuter();
  }
  // An item above without a space was reported and explains the mapping.
  const char* const first = scanner_.PointerTo(top().begin.begin);
  if (top().gap == value::Recovery::kError && *first == '-') {
    return Step::kError;
  }
  if (frames_.size() > 1) {
    // The item's own key may be missing, in the mapping around.
    frames_[frames_.size() - 2].gap = std::max(frames_[frames_.size() - 2].gap, value::Recovery::kPartial);
  }
  // The item above may be the mistake: without its space it is a key.
  const Event& key =
      out_.events[top().requested_at > 0 && top().requested_at <= out_.events.size() ? top().requested_at - 1
                                                                                     : 0];
  const bool is_glued = key.kind == EventKind::kScalar && *scanner_.PointerTo(key.span.begin) == '-';
  // Or it ended the sequence that this one belongs to.
  const bool is_end = key.kind == EventKind::kScalar && top().EndedIn(scanner_.Column());
  return Fail({diag::Kind::kBadIndent, scanner_.Here(1),
               "a sequence item is not allowed between the entries of a mapping", "", top().begin,
               "the mapping starts here", "indent the item below its key, or write `key: value`",
               is_glued || is_end ? key.span : source::Span()});
}

// A line in `column` fits nothing. Returns the key of the entry above it that may be indented too little: it
// ended a mapping with entries in that column, or follows a key without a value; marks its intended place.
// `was_reported`: something was reported about that entry.
source::Span Parser::GetPrecedingEntry(int column, bool* is_reported) {
  for (size_t i = frames_.size(); i-- > 0 && i + 2 >= frames_.size();) {
    const Frame& frame = frames_[i];
    const bool has_entry = frame.requested_at >= 2 && frame.requested_at <= out_.events.size();
    if (frame.kind != FrameKind::kBlockMapping || column <= frame.column || !has_entry) {
      continue;
    }
    const Event& key = out_.events[frame.requested_at - 1];
    Event& before = out_.events[frame.requested_at - 2];
    const bool has_ended = IsEnd(before) && frame.EndedIn(column);
    const bool is_below_bare = before.is_missing && before.is_scalar() && frame.entries > 1;
    if (key.is_scalar() && (has_ended || is_below_bare)) {
      before.gap = has_ended ? before.gap : value::Recovery::kError;
      for (size_t end = frame.requested_at - 2; has_ended && end > 0 && IsEnd(out_.events[end]); --end) {
        out_.events[end].gap = std::max(out_.events[end].gap, value::Recovery::kPartial);
      }
      if (is_reported != nullptr) {
        *is_reported = key.gap != value::Recovery::kNone;
      }
      return key.span;
    }
  }
  // Or the line is missing above the first entry, to which all so far belong.
  const bool is_of_outer =
      !frames_.empty() && top().kind == FrameKind::kBlockMapping && column < top().column;
  return is_of_outer ? top().begin : source::Span();
}

Parser::Step Parser::BadIndentation() {
  const bool is_below_suspicious_item = frames_.size() > 1 && frames_[frames_.size() - 2].is_misindented_item;
  bool is_reported = scanner_.has_irregular_indentation() || top().is_doubtful || is_below_suspicious_item;
  const source::Span above =
      is_reported ? source::Span() : GetPrecedingEntry(scanner_.Column(), &is_reported);
  if (is_reported) {
    return Step::kError;
  }
  const char* const at = scanner_.position();
  const bool is_mapping = top().kind == FrameKind::kBlockMapping;
  const bool is_ended = above.has_value() && is_mapping && top().EndedIn(scanner_.Column());
  if (const auto value = FindInlineValue(scanner_, is_mapping ? top().requested_at : 0);
      value && !is_ended && scanner_.Column() > top().entry_column) {
    // Its value may be the text below.
    out_.events.back().gap = value::Recovery::kError;
    return Fail(MakeLineAfterValueError(scanner_, *value, false));
  }
  SyntaxError error{diag::Kind::kBadIndent,
                    scanner_.SpanOf(at, scanner_.LineEnd(at)),
                    "the indentation of this line matches no enclosing mapping or sequence",
                    "",
                    is_ended ? above : top().begin,
                    is_mapping ? "the entries of the mapping start in this column"
                               : "the dashes of the sequence are in this column",
                    AlignHint(scanner_.Column(), is_mapping ? top().entry_column : top().column),
                    above};
  if (is_ended) {
    error.related_text = "this entry ended the mapping whose entries start in that column";
    error.hint = "indent that entry more if it belongs to them";
  }
  return Fail(std::move(error));
}

// At an entry or an item below an entry of the innermost mapping. Below `{}` or `[]` it is most likely what
// these should hold. None: it is not.
std::optional<Parser::Step> Parser::ReadAfterEmptyValue() {
  const std::optional<InlineValue> value = FindInlineValue(scanner_, top().requested_at);
  const char* const at = scanner_.position();
  if (scanner_.has_irregular_indentation() || top().is_doubtful || !value || !MatchesEmptyKind(*value, at)) {
    return std::nullopt;
  }
  SyntaxError error =
      MakeLineAfterValueError(scanner_, *value, !IsDash(at) && top().EndedIn(scanner_.Column()));
  error.ended_by = GetPrecedingEntry(scanner_.Column());
  Report(std::move(error));
  out_.events.resize(value->first_event);
  top().gap = value::Recovery::kPartial;
  next_recovery_ = value::Recovery::kError;
  scanner_.MoveTo(scanner_.line(), scanner_.line());
  return RequestMappingValue();
}

// Handles a line whose column differs from that of the entries of the innermost block collection.
Parser::Step Parser::ReadMisindentedLine() {
  const int column = scanner_.Column();
  const Frame* const outer = frames_.size() > 1 ? &frames_[frames_.size() - 2] : nullptr;
  const bool is_outdented = column < top().column;
  // In an item whose dash is in a wrong column, a line that aligns with other items' keys is valid.
  if (outer != nullptr && outer->is_misindented_item && top().kind == FrameKind::kBlockMapping && !AtDash() &&
      top().entries == 1 && column == top().column + outer->column - outer->misindented_column) {
    top().column = top().entry_column = column;
    return ReadMappingEntry();
  }
  if (is_outdented && outer != nullptr && (outer->column >= column || outer->misindented_column == column)) {
    return CloseBlock();
  }
  if (!is_outdented && outer != nullptr && outer->kind == FrameKind::kBlockSequence && AtDash() &&
      outer->misindented_column == column) {
    return CloseBlock();
  }
  // No open collection has this column. The line is read as an entry or item if it looks like one.
  const bool is_sequence = top().kind == FrameKind::kBlockSequence;
  const char* const at = scanner_.position();
  const std::string_view text(at, static_cast<size_t>(scanner_.LineEnd(at) - at));
  if (const std::optional<Step> step = IndentRecovery(*this).ReadEntryNextToItems(text)) {
    return *step;
  }
  if (is_outdented && outer != nullptr && IsOfOuter(column, text)) {
    return EntryOfOuter();
  }
  const bool is_below_first = top().entries == 1 && IsFirstLineMisindented(column, frames_.size() - 1);
  if (!is_sequence && !is_outdented && !is_below_first && (AtDash() || LooksLikeEntry(text))) {
    if (const std::optional<Step> step = ReadAfterEmptyValue()) {
      return *step;
    }
  }
  const bool is_entry = is_sequence ? AtDash() : !AtDash() && (AtQuestion() || LooksLikeEntry(text));
  if (is_entry) {
    const size_t key = out_.events.size() - 2;
    if (!is_sequence && out_.events.back().is_scalar() && IsFirstLineOutdented(column, key)) {
      return IndentFirstLine(column, key) ? ReadMappingEntry() : Step::kError;
    }
    // Also below a comment, which ends the first line's value.
    if ((is_outdented || top().entries == 1) && IsFirstLineMisindented(column, frames_.size() - 1)) {
      ReportMisindentedFirstLine(column);
      return ReadMappingEntry();
    }
    if (is_sequence && is_outdented && top().gap == value::Recovery::kNone &&
        IndentRecovery(*this).IsFirstItemDeeper(top().begin, top().entries)) {
      IndentRecovery(*this).ReportDeeperItem(top().begin);
      top().column = column;
      return ReadSequenceItem();
    }
    return ReportMisindentedLine();
  }
  if (is_outdented && AtDash() && top().is_doubtful) {
    return Step::kError;
  }
  if (is_outdented && (AtDash() || LooksLikeEntry(text))) {
    top().gap = value::Recovery::kPartial;
    return CloseBlock();
  }
  return BadIndentation();
}

// At a line in another column than the first one of a mapping: whether the first one is the odd one.
bool Parser::IsFirstLineMisindented(int column, size_t depth) const {
  const Frame& mapping = frames_[depth];
  if (mapping.kind != FrameKind::kBlockMapping || mapping.gap != value::Recovery::kNone) {
    return false;
  }
  if (depth == 0) {
    return column == 0 && (mapping.entries == 1 || ahead_.HasSibling(column));
  }
  const Frame& outer = frames_[depth - 1];
  if (outer.kind != FrameKind::kBlockMapping) {
    return false;
  }
  const bool is_usual = column == outer.column + IndentStep();
  if (mapping.entries > 1) {
    // All of them are, or the line above them is missing.
    return is_usual && column < mapping.column && outer.requested_at < out_.events.size() &&
           out_.events[outer.requested_at].span.begin == mapping.begin.begin;
  }
  if (mapping.column == outer.column + IndentStep()) {
    return column > mapping.column && ahead_.HasSibling(column) && !ahead_.HasSibling(mapping.column);
  }
  return is_usual || ahead_.HasSibling(column);
}

// At a line between the columns of the innermost collection and of the enclosing mapping: whether it is an
// entry of the latter, because its children would fit there, or the mapping's first line is misplaced.
bool Parser::IsOfOuter(int column, std::string_view text) const {
  const Frame& outer = frames_[frames_.size() - 2];
  if (outer.kind != FrameKind::kBlockMapping || scanner_.has_irregular_indentation()) {
    return false;
  }
  const int step = IndentStep();
  // The column of the first line's siblings.
  if (top().entries == 1 && top().column != column && column == outer.column + step && !AtDash()) {
    return false;
  }
  if (frames_.size() > 2 && outer.entries == 1 && outer.gap == value::Recovery::kNone) {
    const Frame& around = frames_[frames_.size() - 3];
    const bool is_usual = around.kind == FrameKind::kBlockMapping && column == around.column + step;
    if (is_usual && outer.column != column && LooksLikeEntry(text) && !AtDash()) {
      return true;
    }
  }
  const bool has_more = text.ends_with(':') || text.ends_with(": |") || text.ends_with(": >");
  const NextLine next = ahead_.Below(scanner_.position());
  return has_more && next.column > column && next.column <= top().column;
}

// Reported when the enclosing mapping is the innermost one.
Parser::Step Parser::EntryOfOuter() {
  const int column = scanner_.Column();
  Frame& outer = frames_[frames_.size() - 2];
  if (outer.entries > 1 || frames_.size() == 2) {
    const char* const at = scanner_.position();
    Report({diag::Kind::kBadIndent, scanner_.SpanOf(at, scanner_.LineEnd(at)),
            "the indentation of this line matches no enclosing mapping or sequence", "", outer.begin,
            "the entries of the mapping start in this column", AlignHint(column, outer.entry_column),
            GetPrecedingEntry(column)});
    outer.misindented_column = column;
    outer.gap = top().gap = value::Recovery::kPartial;
  }
  return CloseBlock();
}

// The mistake is on the mapping's first line: in the column of the others, all fit.
void Parser::ReportMisindentedFirstLine(int column) {
  const char* const first = scanner_.PointerTo(top().begin.begin);
  const bool is_more = column < top().column;
  if (!is_more && ReportGluedItem(first)) {
    top().gap = frames_.size() > 1 ? value::Recovery::kError : value::Recovery::kPartial;
    top().column = top().entry_column = column;
    return;
  }
  Report({diag::Kind::kBadIndent, scanner_.SpanOf(first, scanner_.LineEnd(first)),
          is_more ? "this line is indented more than the following lines of the same mapping"
                  : "this line is indented less than the following lines of the same mapping",
          "", scanner_.SpanOf(scanner_.line() + column, scanner_.line() + column + 1),
          "they start in this column", "", GetPrecedingEntry(column)});
  // As deep as a dash and its space: it may be the first line of an item. If it is placed correctly, the line
  // above the others may be missing.
  const int step = IndentStep();
  const bool is_usual = frames_.size() > 1 && top().column == frames_[frames_.size() - 2].column + step;
  top().may_be_item = column == top().column + kDashAndSpace;
  const bool is_lost = is_usual || top().entries > 1;
  top().gap = is_lost ? value::Recovery::kError : top().may_be_item ? value::Recovery::kPartial : top().gap;
  top().column = top().entry_column = column;
}

// Whether the entry with the key that is the event `key`, below which entries in `column` follow, is the
// first line of the mapping that the bare key above has.
bool Parser::IsFirstLineOutdented(int column, size_t key) const {
  return key > 1 && top().entries > 1 && out_.events[key - 1].is_missing && out_.events[key].is_scalar() &&
         column > top().entry_column;
}

// Reads that line at its intended depth. Returns false if the mapping would be too deep.
bool Parser::IndentFirstLine(int column, size_t key_event) {
  const Event key = out_.events[key_event];
  const size_t value_at = key_event - 1;
  const char* const line = scanner_.PointerTo(key.span.begin);
  const bool is_glued = ReportGluedItem(line);
  if (!is_glued) {
    Report({diag::Kind::kBadIndent, scanner_.SpanOf(line, scanner_.LineEnd(line)),
            "this line is indented less than the following lines of the same mapping", "",
            scanner_.SpanOf(scanner_.line() + column, scanner_.line() + column + 1),
            "they start in this column", ""});
  }
  --top().entries;
  top().requested_at = value_at;
  Frame* const frame = PushFrame(FrameKind::kBlockMapping, Part::kValue, key.span);
  if (frame == nullptr) {
    return false;
  }
  frame->column = frame->entry_column = column;
  frame->entries = 1;
  const bool may_be_item = column == frames_[frames_.size() - 2].column + kDashAndSpace;
  top().gap = is_glued ? value::Recovery::kError : may_be_item ? value::Recovery::kPartial : top().gap;
  Event start{};
  start.kind = EventKind::kMappingStart;
  start.style = value::Style::kBlock;
  start.span = {key.span.begin, key.span.begin};
  out_.events[value_at] = start;
  top().requested_at = out_.events.size();
  return true;
}

// An entry of the innermost collection, most likely. All further lines in its column are taken for the same.
Parser::Step Parser::ReportMisindentedLine() {
  BadIndentation();
  top().misindented_column = scanner_.Column();
  top().gap = value::Recovery::kPartial;
  if (frames_.size() > 1) {
    Frame& outer = frames_[frames_.size() - 2];
    outer.gap = std::max(outer.gap, value::Recovery::kPartial);
    outer.is_doubtful = outer.is_doubtful || outer.entries == 1;
  }
  return top().kind == FrameKind::kBlockSequence ? ReadSequenceItem() : ReadMappingEntry();
}

}  // namespace kval::yaml
