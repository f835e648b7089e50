// Recovery from surplus or missing dashes of sequences, detected by the lines below.
#include <algorithm>
#include <utility>

#include "src/yaml/dash_recovery.h"

namespace kval::yaml {
namespace {

constexpr int kDashAndSpace = 2;
// A single dash is certainly the mistake only in short collections; for long ones the events are kept.
constexpr size_t kMostEvents = 60;

// Whether a line ends with a key's colon, or a comment after it: the value is below.
bool OpensBlock(std::string_view line) {
  line = line.substr(0, line.find(" #"));
  const size_t last = line.find_last_not_of(" \t\r");
  return last != std::string_view::npos && line[last] == ':';
}

// Whether an entry in the column of the dash has the key of the first item after `dash`, above an entry in
// the column of that key.
bool BeginsLikeItem(std::string_view entry, const NextLine& below, int column, const char* dash,
                    const char* end) {
  const char* name = dash + 1;
  while (name < end && IsSpaceOrTab(*name)) {
    ++name;
  }
  const std::string_view key = entry.substr(0, entry.find(':') + 1);
  return below.at != nullptr && below.column == column + static_cast<int>(name - dash) &&
         LooksLikeEntry(below.text()) &&
         std::string_view(name, static_cast<size_t>(end - name)).substr(0, key.size()) == key;
}

// The key of an entry, with its colon.
std::string_view KeyOf(std::string_view line) {
  return line.substr(0, line.find(':') + 1);
}

}  // namespace

// The event with which the innermost collection, a short sequence, begins; 0: it is long.
size_t Parser::DashRecovery::StartOfSequence() const {
  const size_t size = out_.events.size();
  for (size_t start = size; start-- > size - std::min(size, kMostEvents);) {
    const Event& event = out_.events[start];
    if (event.kind == EventKind::kSequenceStart && event.span.begin == top().begin.begin) {
      return start;
    }
  }
  return 0;
}

// Whether the innermost sequence begins behind the dash of an item.
bool Parser::DashRecovery::IsSecondDash() const {
  if (frames_.size() < 2 || frames_[frames_.size() - 2].kind != FrameKind::kBlockSequence) {
    return false;
  }
  const char* at = scanner_.PointerTo(top().begin.begin);
  while (IsSpaceOrTab(at[-1])) {
    --at;
  }
  return at[-1] == '-';
}

// At an entry in the column of a sequence's only dash, whose item is a mapping of one entry, or follows a
// second dash: whether the dash is the mistake and all are entries of one mapping.
bool Parser::DashRecovery::HasSurplusDash(std::string_view text, const NextLine& next) const {
  const Event& last = out_.events.back();
  if (top().entries != 1 || top().gap != value::Recovery::kNone || last.kind != EventKind::kMappingEnd ||
      last.style != value::Style::kBlock || !LooksLikeEntry(text) || !parser_.MayRewind() ||
      StartOfSequence() == 0) {
    return false;
  }
  if (IsSecondDash()) {
    return true;
  }
  const char* name = scanner_.PointerTo(top().begin.begin) + 1;
  while (IsSpaceOrTab(*name)) {
    ++name;
  }
  const std::string_view item(name, static_cast<size_t>(scanner_.LineEnd(name) - name));
  const bool has_item_below = next.column == top().column + kDashAndSpace && IsWholeEntry(text);
  return (top().ended_size == 1 || IsBareItem()) && KeyOf(item) != KeyOf(text) && !has_item_below &&
         !IsDashOutdented(top().column - kDashAndSpace);
}

// Whether the sequence continues in that column: then its first dash is too deep.
bool Parser::DashRecovery::IsDashOutdented(int column) const {
  const bool is_open = std::any_of(frames_.begin(), frames_.end(), [&](const Frame& frame) {
    return frame.kind == FrameKind::kBlockSequence && frame.column == column;
  });
  return column >= 0 && !is_open && ahead_.IsFollowedByItem(column);
}

// Whether the innermost sequence's item starts with a key without a value, to which the following lines may
// belong.
bool Parser::DashRecovery::IsBareItem() const {
  const size_t key = StartOfSequence() + 2;
  return key + 2 < out_.events.size() && out_.events[key].is_scalar() && out_.events[key + 1].is_scalar() &&
         out_.events[key + 1].is_missing && out_.events[key + 2].kind == EventKind::kScalar;
}

// The dash is left out.
Parser::Step Parser::DashRecovery::ReportSurplusDash(bool is_second) {
  const size_t start = StartOfSequence();
  const source::Span dash = top().begin;
  const char* const at = scanner_.position();
  parser_.Report({diag::Kind::kBadIndent, dash,
                  is_second ? "this second `-` starts a nested sequence, but the entry below has no dash"
                            : "this `-` starts a sequence of one item, but the entry below has no dash",
                  "", scanner_.SpanOf(at, scanner_.LineEnd(at)), "this entry is at the same level",
                  "delete the `-` if they belong to one mapping",
                  parser_.GetPrecedingEntry(scanner_.Column())});
  const int column = scanner_.Column();
  if (IsBareItem() && top().ended_size > 1) {
    Event& absent = out_.events[start + 3];
    const source::Span first = out_.events[start + 4].span;
    absent = {};
    absent.kind = EventKind::kMappingStart;
    absent.style = value::Style::kBlock;
    absent.span = {first.begin, first.begin};
  } else {
    out_.events.pop_back();
  }
  out_.events.erase(out_.events.begin() + static_cast<ptrdiff_t>(start));
  frames_.pop_back();
  Frame* const frame = parser_.PushFrame(FrameKind::kBlockMapping, Part::kValue, dash);
  if (frame == nullptr) {
    return Step::kError;
  }
  frame->column = frame->entry_column = column;
  frame->entries = 1;
  return parser_.ReadMappingEntry();
}

// At a dash further out than the innermost mapping, the value of a bare key: whether that is the first item
// of the same sequence, without its dash.
bool Parser::DashRecovery::IsFirstDashMissing() const {
  const int column = scanner_.Column();
  const bool is_alone = top().column == column && top().entries == 1;
  if (frames_.size() < 2 || top().kind != FrameKind::kBlockMapping ||
      (top().column != column + kDashAndSpace && !is_alone)) {
    return false;
  }
  const Frame& outer = frames_[frames_.size() - 2];
  const bool is_value = outer.kind == FrameKind::kBlockMapping && outer.column <= column &&
                        outer.requested_at > 0 && outer.requested_at < out_.events.size() &&
                        out_.events.size() - outer.requested_at < kMostEvents;
  const char* const first = scanner_.PointerTo(top().begin.begin);
  const bool is_glued = *first == '-' && StartsLikeKey(first + 1);
  return is_value && out_.events[outer.requested_at].kind == EventKind::kMappingStart &&
         out_.events[outer.requested_at].span.begin == top().begin.begin && parser_.MayRewind() &&
         (top().may_be_item || is_glued || HaveSameStart(first - 1, scanner_.position()));
}

// The mapping becomes the first item. False when that is too deep.
Parser::Step Parser::DashRecovery::ReadAfterFirstItem() {
  const char* const at = scanner_.position();
  const char* const first = scanner_.PointerTo(top().begin.begin);
  const int column = scanner_.Column();
  const bool is_glued = *first == '-';
  if (is_glued) {
    top().gap = top().gap == value::Recovery::kNone && parser_.ReportGluedItem(first)
                    ? value::Recovery::kError
                    : top().gap;
  } else if (!top().may_be_item) {
    parser_.Report({diag::Kind::kBadIndent, scanner_.SpanOf(first, scanner_.LineEnd(first)),
                    "expected the `-` of the sequence's first item", "", scanner_.SpanOf(at, at + 1),
                    "the next item begins here", "write `- ` before it"});
  }
  const Frame& outer = frames_[frames_.size() - 2];
  const bool in_mapping = outer.column == column;
  Event start{};
  start.kind = EventKind::kSequenceStart;
  start.style = value::Style::kBlock;
  start.span = {top().begin.begin, top().begin.begin};
  out_.events.insert(out_.events.begin() + static_cast<ptrdiff_t>(outer.requested_at), start);
  const source::Span dash = scanner_.Here(1);
  parser_.CloseBlock();
  Frame* const frame = parser_.PushFrame(FrameKind::kBlockSequence, Part::kItem, dash);
  if (frame == nullptr) {
    return Step::kError;
  }
  frame->column = column;
  frame->entries = 1;
  frame->in_mapping = in_mapping;
  return parser_.ReadSequenceItem();
}

// Another node is in the column of a sequence's dashes.
Parser::Step Parser::DashRecovery::Missing() {
  const char* const at = scanner_.position();
  const char* const end = scanner_.LineEnd(at);
  const std::string_view text(at, static_cast<size_t>(end - at));
  const NextLine next = ahead_.Below(at);
  const bool is_followed = ahead_.IsFollowedByItem(top().column);
  const bool is_glued = *at == '-' && at[1] != '-';
  // An entry with its value on its line, below which the sequence goes on, is none of the mapping around it.
  const bool is_inside =
      IsWholeEntry(text) &&
      (is_followed ||
       BeginsLikeItem(text, next, top().column, scanner_.PointerTo(top().begin.begin), scanner_.end()));
  if (top().in_mapping && (LooksLikeEntry(text) ? !is_inside : !(is_followed || is_glued))) {
    return parser_.CloseBlock();
  }
  if (!is_followed && LooksLikeEntry(text) && parser_.IsStrayItem()) {
    return parser_.SkipStrayItem();
  }
  const bool has_items = OpensBlock(text) && next.column == top().column && IsDash(next.at);
  if ((!is_followed || has_items) && HasSurplusDash(text, next)) {
    return ReportSurplusDash(IsSecondDash());
  }
  SyntaxError error{diag::Kind::kBadIndent,
                    scanner_.SpanOf(at, end),
                    "expected the `-` of the sequence's next item",
                    "",
                    top().begin,
                    "the sequence starts here",
                    "",
                    parser_.GetPrecedingEntry(scanner_.Column())};
  if (is_glued) {
    error = {diag::Kind::kYamlSyntax,
             scanner_.SpanOf(at, at + 1),
             "a space must follow the `-` of an item",
             "",
             top().begin,
             "the sequence starts here",
             "write `- item`",
             {},
             SyntaxRepair::kInsertSpace};
  }
  parser_.Report(std::move(error));
  if (frames_.size() > 1) {
    frames_[frames_.size() - 2].gap = std::max(frames_[frames_.size() - 2].gap, value::Recovery::kPartial);
  }
  if (top().entries == 1 && !is_followed && LooksLikeEntry(text)) {
    top().gap = value::Recovery::kError;  // its only dash may be the mistake
  }
  // Nodes in the column of a key with items below are its items, not those of this sequence.
  if (has_items) {
    parser_.resume_at_ = ahead_.SkipChildren(at).line;
    return Step::kError;
  }
  // A line that is only text is the item's.
  if (!LooksLikeEntry(text) && (next.at == nullptr || next.column <= top().column)) {
    parser_.PushAbsent({}, at);
    out_.events.back().gap = value::Recovery::kError;
    scanner_.MoveTo(end);
    return Step::kDone;
  }
  return Step::kError;
}

}  // namespace kval::yaml
