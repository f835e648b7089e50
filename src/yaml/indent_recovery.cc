// Recovery from lines that are indented too little, and from surplus or missing dashes, detected by the lines
// below and read as if they were right.
#include <algorithm>
#include <utility>

#include "src/yaml/dash_recovery.h"
#include "src/yaml/incomplete_entry.h"
#include "src/yaml/indent_recovery.h"

namespace kval::yaml {
namespace {

// A single dash is certainly the mistake only in short collections; for long ones the events are kept.
constexpr size_t kMostEvents = 60;

bool EndsInQuote(std::string_view line) {
  const size_t last = line.find_last_not_of(" \t\r");
  return last != std::string_view::npos && IsQuote(line[last]) && line.find(": ") + 2 < last &&
         IsQuote(line[line.find_first_not_of(' ', line.find(": ") + 1)]);
}

// Whether the line behind that break may be indented more than `column`.
bool MayGoOnBelow(const char* line_end, const char* end, int column) {
  const char* const line = line_end + (line_end[0] == '\r' && line_end[1] == '\n' ? 2 : 1);
  const char* at = line;
  while (at < end && *at == ' ') {
    ++at;
  }
  return at - line > column || (at < end && (IsBreak(*at) || *at == '#'));
}

// Whether a line is words without a colon, as of a remark or of a key that is not yet complete.
bool IsWords(std::string_view line) {
  return !line.empty() && StartsLikeKey(line.data()) && !IsQuote(line[0]) && !LooksLikeEntry(line) &&
         line.find(" #") == std::string_view::npos;
}

}  // namespace

// At a line that is not indented as the innermost block. None: nothing speaks against its place.
std::optional<Parser::Step> Parser::IndentRecovery::Read() {
  if (scanner_.Column() >= top().column || scanner_.has_irregular_indentation()) {
    return std::nullopt;
  }
  return parser_.AtDash() ? ReadItemsOfBareKey() : ReadStrayLine();
}

// At a line that is indented less than the innermost block, which continues below: the line belongs to it.
std::optional<Parser::Step> Parser::IndentRecovery::ReadStrayLine() {
  const int column = scanner_.Column();
  const char* const at = scanner_.position();
  if (std::exchange(parser_.looked_at_, scanner_.line()) == scanner_.line()) {
    return std::nullopt;
  }
  // Most of these lines begin a block, or are followed by one that is not indented more.
  const char* const end = scanner_.LineEnd(at);
  if (end[-1] == ':' || !MayGoOnBelow(end, scanner_.end(), column)) {
    return std::nullopt;
  }
  const NextLine next = ahead_.Below(at);
  if (next.at == nullptr || next.column <= column || !parser_.MayRewind()) {
    return std::nullopt;
  }
  const std::string_view text(at, static_cast<size_t>(end - at));
  const bool is_words = IsWords(text);
  const int step = parser_.IndentStep();
  const bool is_far = next.column - column > step || (is_words && text.find(' ') != std::string_view::npos);
  if (!is_far || !(is_words || IsWholeEntry(text))) {
    return std::nullopt;
  }
  const FrameKind fitting = IsDash(next.at) ? FrameKind::kBlockSequence : FrameKind::kBlockMapping;
  // Without a colon, it may go on with the text of this line.
  const std::string_view below = next.text().substr(0, next.text().find(" #"));
  const bool is_line_of_block = LooksLikeEntry(below) || (IsDash(next.at) && (is_words || EndsInQuote(text)));
  size_t holder = frames_.size();
  while (holder > 0 && frames_[holder - 1].column > next.column) {
    --holder;
  }
  const bool fits = holder > 0 && frames_[holder - 1].column == next.column && is_line_of_block &&
                    frames_[holder - 1].kind == fitting;
  const bool is_below_bare_key = top().kind == FrameKind::kBlockMapping && out_.events.back().is_missing &&
                                 next.column > top().entry_column && is_line_of_block;
  return fits || is_below_bare_key ? std::optional(ReportStrayLine(fits ? holder - 1 : frames_.size()))
                                   : std::nullopt;
}

// Skips the line. The following text belongs to the collection `holder`, or to the key without a value above.
Parser::Step Parser::IndentRecovery::ReportStrayLine(size_t holder) {
  const int column = scanner_.Column();
  const char* const at = scanner_.position();
  const char* const end = scanner_.LineEnd(at);
  const std::string_view text(at, static_cast<size_t>(end - at));
  if (LooksLikeEntry(text)) {
    parser_.Report({diag::Kind::kBadIndent, scanner_.SpanOf(at, end),
                    "this line is indented less than the lines around it, which continue below", "",
                    top().begin, "the lines of this collection start in this column",
                    "indent it like the lines that it belongs to"});
  } else {
    parser_.Report(ClassifyIncompleteEntry(scanner_, at, at + text.find_last_not_of(" \t\r") + 1).error);
  }
  for (Frame& frame : frames_) {
    frame.gap = frame.column > column ? std::max(frame.gap, value::Recovery::kPartial) : frame.gap;
  }
  scanner_.MoveTo(end);
  if (holder < frames_.size()) {
    if (out_.events.back().is_missing) {
      out_.events.back().gap = value::Recovery::kError;
    }
    return Step::kDone;
  }
  out_.events.pop_back();
  parser_.next_recovery_ = value::Recovery::kPartial;
  return parser_.RequestMappingValue();
}

// At a dash left of the innermost mapping: an item of its last entry, a key without a value that is too deep;
// or of a sequence whose first dash is missing.
std::optional<Parser::Step> Parser::IndentRecovery::ReadItemsOfBareKey() {
  const int column = scanner_.Column();
  if (DashRecovery dashes(parser_); dashes.IsFirstDashMissing()) {
    return dashes.ReadAfterFirstItem();
  }
  const bool is_below_bare_key = top().kind == FrameKind::kBlockMapping && top().part == Part::kValue &&
                                 out_.events.size() > 1 && out_.events.back().is_missing &&
                                 out_.events.size() == top().requested_at + 1;
  const bool is_of_outer = std::any_of(frames_.begin(), frames_.end(), [column](const Frame& frame) {
    return frame.kind == FrameKind::kBlockSequence &&
           (frame.column == column || frame.misindented_column == column);
  });
  return is_below_bare_key && !is_of_outer && frames_.size() > 1 ? std::optional(ReportOutdentedItem())
                                                                 : std::nullopt;
}

// If the key alone is too deep, and the dash fits its intended place, the key is misplaced. Otherwise the
// dash, unless the key is not allowed there.
Parser::Step Parser::IndentRecovery::ReportOutdentedItem() {
  const int column = scanner_.Column();
  const int step = parser_.IndentStep();
  const int outer = frames_[frames_.size() - 2].column;
  const source::Span key = out_.events[out_.events.size() - 2].span;
  const char* const at = scanner_.position();
  if (top().entries == 1 && column == outer + step && top().column != outer + step) {
    parser_.Report({diag::Kind::kBadIndent, key, "this key is indented more than the items below it", "",
                    scanner_.SpanOf(at, at + 1), "they start in this column", ""});
    top().column = top().entry_column = column;
    out_.events.pop_back();
    scanner_.MoveTo(scanner_.line(), scanner_.line());
    return parser_.RequestMappingValue();
  }
  out_.events.back().gap = value::Recovery::kError;
  top().gap = value::Recovery::kPartial;
  SkipOutdentedItems();
  return parser_.Fail({diag::Kind::kBadIndent, scanner_.SpanOf(at, scanner_.LineEnd(at)),
                       "a sequence item cannot be indented less than its key", "", key,
                       "the key without a value", "indent the item at least as much as the key", key});
}

// Continues after the item and those below it. If it is a mapping, its end is unknown.
void Parser::IndentRecovery::SkipOutdentedItems() {
  const int column = scanner_.Column();
  const char* const at = scanner_.position();
  bool is_mapping = LooksLikeEntry({at, static_cast<size_t>(scanner_.LineEnd(at) - at)});
  const char* end = scanner_.LineEnd(at);
  NextLine next = ahead_.Below(at);
  while (next.at != nullptr && (next.column > column ? is_mapping || next.column != top().column
                                                     : next.column == column && IsDash(next.at))) {
    is_mapping = next.column > column ? is_mapping : LooksLikeEntry(next.text());
    end = next.end;
    next = ahead_.Below(next.at);
  }
  // Where the document ends before, behind the last line.
  parser_.resume_at_ = next.line != nullptr ? next.line : end + (end < scanner_.end() ? 1 : 0);
}

// At a dash left of a sequence with `items` items starting at `first`: whether the sequence has one item
// only, which starts like this one, and more follow here.
bool Parser::IndentRecovery::IsFirstItemDeeper(source::Span first, uint32_t items) const {
  return items == 1 && parser_.MayRewind() &&
         HaveSameStart(scanner_.PointerTo(first.begin), scanner_.position()) &&
         ahead_.IsFollowedByItem(scanner_.Column());
}

void Parser::IndentRecovery::ReportDeeperItem(source::Span dash) {
  const char* const first = scanner_.PointerTo(dash.begin);
  parser_.Report({diag::Kind::kBadIndent, scanner_.SpanOf(first, scanner_.LineEnd(first)),
                  "this item is indented more than the following items", "", scanner_.Here(1),
                  "the next one begins in this column", "align all dashes of the sequence"});
}

// At a dash in the column of a mapping whose last value is a sequence of one item, further in: it goes on.
std::optional<Parser::Step> Parser::IndentRecovery::ReadItemOfNestedSequence() {
  const size_t start = top().requested_at;
  const bool is_sequence = start > 0 && start < out_.events.size() && top().part == Part::kValue &&
                           out_.events[start].kind == EventKind::kSequenceStart &&
                           out_.events[start].style == value::Style::kBlock &&
                           out_.events.back().kind == EventKind::kSequenceEnd;
  if (!is_sequence || out_.events.size() - start > kMostEvents ||
      !IsFirstItemDeeper(out_.events[start].span, top().ended_size)) {
    return std::nullopt;
  }
  const source::Span first = out_.events[start].span;
  ReportDeeperItem(first);
  out_.events.pop_back();
  Frame* const frame =
      parser_.PushFrame(FrameKind::kBlockSequence, Part::kItem, {first.begin, first.begin + 1});
  if (frame == nullptr) {
    return Step::kError;
  }
  frame->column = scanner_.Column();
  frame->entries = 1;
  frame->in_mapping = true;
  return parser_.ReadSequenceItem();
}

std::optional<Parser::Step> Parser::IndentRecovery::ReadEntryNextToItems(std::string_view text) {
  const int column = scanner_.Column();
  if (frames_.size() < 2 || parser_.AtDash() || !LooksLikeEntry(text) || !parser_.MayRewind()) {
    return std::nullopt;
  }
  Frame& outer = frames_[frames_.size() - 2];
  if (top().kind == FrameKind::kBlockSequence) {
    const bool is_of_outer =
        top().in_mapping && outer.kind == FrameKind::kBlockMapping && column > top().column &&
        (outer.misindented_column == column ||
         (outer.entries == 1 && parser_.IsFirstLineMisindented(column, frames_.size() - 2)));
    return is_of_outer ? std::optional(parser_.CloseBlock()) : std::nullopt;
  }
  const bool is_of_suspicious = frames_.size() > 2 && outer.in_mapping && column < top().column &&
                                column > outer.column && frames_[frames_.size() - 3].entries == 1 &&
                                parser_.IsFirstLineMisindented(column, frames_.size() - 3);
  if (is_of_suspicious) {
    return parser_.CloseBlock();
  }
  const char* const first = scanner_.PointerTo(top().begin.begin);
  if (*first == '-' && column == top().column + 2 && top().gap == value::Recovery::kNone &&
      parser_.ReportGluedItem(first)) {
    top().gap = value::Recovery::kError;
    top().column = top().entry_column = column;
    return parser_.ReadMappingEntry();
  }
  // A key above more items of the sequence that the mapping is an item of.
  const NextLine next = ahead_.Below(scanner_.position());
  const bool is_above_items = text.ends_with(':') && outer.kind == FrameKind::kBlockSequence &&
                              outer.in_mapping && column > outer.column && column < top().column &&
                              next.column == outer.column && IsDash(next.at) && frames_.size() > 2;
  if (!is_above_items) {
    return std::nullopt;
  }
  parser_.BadIndentation();
  Frame& around = frames_[frames_.size() - 3];
  around.misindented_column = column;
  around.gap = std::max(around.gap, value::Recovery::kPartial);
  return parser_.CloseBlock();
}

}  // namespace kval::yaml
