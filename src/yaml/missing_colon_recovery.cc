// Recovery from lines that should be mapping entries but lack the colon or the space after it.
#include <algorithm>
#include <utility>

#include "src/value/scalar_resolve.h"
#include "src/yaml/incomplete_entry.h"
#include "src/yaml/parser.h"

namespace kval::yaml {
namespace {

// Whether a line is the value of the key above rather than a key: a number, boolean or null of any dialect, a
// version, a date, a quoted string, several words. A single letter is a key that somebody begins to type.
bool LooksLikeValue(std::string_view text) {
  if (text.empty()) {
    return false;
  }
  const bool is_number = text[0] >= '0' && text[0] <= '9';
  const bool is_version = is_number && text.find_first_not_of("0123456789.-") == std::string_view::npos;
  const auto is_scalar_of = [text](value::Dialect dialect) {
    return value::Resolve(dialect, text).kind != value::Kind::kString;
  };
  const bool is_scalar = is_scalar_of(value::Dialect::kYtt) || is_scalar_of(value::Dialect::kYaml12);
  return is_version || IsQuote(text[0]) || text.find(' ') != std::string_view::npos ||
         (is_scalar && (text.size() > 1 || text == "~"));
}

// Whether the node of `text`, which is no entry because of `entry`, is the value of the key above rather than
// a key.
bool IsMisindentedValue(const IncompleteEntry& entry, const Event& node, std::string_view text) {
  if (entry.error.kind != diag::Kind::kYamlSyntax || text.empty()) {
    return false;
  }
  const bool is_scalar = entry.defect == IncompleteEntry::EntryDefect::kNoColon ||
                         entry.defect == IncompleteEntry::EntryDefect::kNoSpaceAfterDash;
  return text[0] == '[' || text[0] == '{' || (is_scalar && node.is_scalar() && LooksLikeValue(text));
}

// Whether more than the header of a block scalar is there.
bool HasText(const Scanner& scanner, const Event& block) {
  const char* const begin = scanner.PointerTo(block.span.begin);
  return scanner.LineEnd(begin) < scanner.PointerTo(block.span.end);
}

}  // namespace

// Whether the entry above has only a key: its value may be below this line, or be this line.
bool Parser::IsBelowBareKey(const KeyCandidate& candidate) const {
  return candidate.is_entry_key && top().entries > 1 && out_.events[candidate.event - 1].is_missing;
}

// At a line that is no entry, below a key without a value. It was reported.
Parser::Step Parser::StrayLine(const KeyCandidate& candidate, const char* line_end, bool is_template) {
  const NextLine next = ahead_.Below(line_end);
  out_.events.resize(candidate.event);
  out_.events.back().gap = value::Recovery::kError;
  top().gap = value::Recovery::kPartial;
  top().part = Part::kValue;
  --top().entries;
  scanner_.MoveTo(line_end);
  const bool is_sequence = next.at != nullptr && next.column >= top().entry_column && IsDash(next.at);
  const bool is_below = is_template && next.column > top().entry_column;
  if (!is_sequence && !is_below) {
    return Step::kDone;
  }
  out_.events.pop_back();
  next_recovery_ = value::Recovery::kPartial;
  return RequestMappingValue();
}

// Whether entries follow below a line that is none, where a mapping may start: they are its.
bool Parser::PrecedesEntries(const KeyCandidate& candidate) const {
  const NextLine next = ahead_.Below(scanner_.LineEnd(candidate.begin));
  return candidate.may_start_mapping && !candidate.is_entry_key && !StartsLikeKey(candidate.begin) &&
         next.at != nullptr && next.column > request_.parent_indent && LooksLikeEntry(next.text());
}

// At such a line, after reporting it: the node is the following text.
Parser::Step Parser::SkipBeforeEntries(const KeyCandidate& candidate) {
  out_.events.resize(candidate.event);
  scanner_.MoveTo(scanner_.LineEnd(candidate.begin), candidate.line);
  next_recovery_ = value::Recovery::kPartial;
  return Step::kNode;
}

// Behind the key of an entry that no colon follows.
Parser::Step Parser::MissingColon(const KeyCandidate& candidate) {
  const char* const end = scanner_.position();
  const char* const line_end = scanner_.LineEnd(end);
  const Event& key = out_.events.back();
  IncompleteEntry half_typed = ClassifyIncompleteEntry(scanner_, candidate.begin, end);
  SyntaxError& error = half_typed.error;
  error.related = top().begin;
  error.related_text = "the mapping starts here";
  const bool is_below_bare_key = IsBelowBareKey(candidate);
  const bool is_value = is_below_bare_key && IsMisindentedValue(half_typed, key, {candidate.begin, end}) &&
                        ahead_.Below(end).column <= top().entry_column;
  if (is_value) {
    error = {diag::Kind::kBadIndent,
             error.at,
             "a value below its key must be indented more than the key",
             "",
             out_.events[candidate.event - 2].span,
             "the key",
             "write it after the key, `key: value`, or indent it"};
  }
  if (error.kind == diag::Kind::kYamlSyntax && !error.label.empty()) {
    error.label = "expected an entry of the mapping here";
  }
  if (key.kind == EventKind::kAlias && end[-1] == ':') {
    error.message = "this colon is part of the alias name";
    error.label = "";
    error.hint = "put a space before it";
  }
  Report(std::move(error));
  const NextLine next = ahead_.Below(end);
  const char* rest = end;
  while (IsSpaceOrTab(*rest)) {
    ++rest;
  }
  if (is_value || (is_below_bare_key && !StartsLikeKey(candidate.begin))) {
    return StrayLine(candidate, line_end, false);
  }
  const bool ends_line = rest >= line_end || *rest == '#';
  const bool is_block = next.column > top().entry_column ||
                        (next.at != nullptr && next.column == top().entry_column && IsDash(next.at));
  const bool is_known = ends_line && next.at != nullptr && is_block && key.is_scalar();
  top().gap = value::Recovery::kPartial;
  out_.events.back().gap = is_known ? value::Recovery::kPartial : value::Recovery::kError;
  if (is_below_bare_key) {
    out_.events[candidate.event - 1].gap = value::Recovery::kError;
  }
  if (is_known) {
    return RequestMappingValue();
  }
  if (!ends_line) {
    scanner_.MoveTo(line_end);
  }
  PushAbsent({}, end);
  top().part = Part::kValue;
  return Step::kDone;
}

// Whether a line below the `|` or `>` of an empty block scalar is neither an entry nor an item, or is between
// the columns of the text and the key.
bool Parser::IsUnindentedText() const {
  const Event& last = out_.events.back();
  if (last.style != value::Style::kLiteral && last.style != value::Style::kFolded) {
    return false;
  }
  const char* const at = scanner_.position();
  const bool is_deeper = scanner_.Column() > std::max(top().column, top().entry_column);
  return (is_deeper || !HasText(scanner_, last)) && !AtDash() && !AtQuestion() &&
         !LooksLikeEntry({at, static_cast<size_t>(scanner_.LineEnd(at) - at)});
}

Parser::Step Parser::UnindentedText() {
  Event& block = out_.events.back();
  const char* const begin = scanner_.position();
  block.gap = value::Recovery::kError;
  Report({diag::Kind::kBadIndent,
          scanner_.SpanOf(begin, scanner_.LineEnd(begin)),
          HasText(scanner_, block) ? "the lines of a block scalar must be indented like its first line"
                                   : "the lines of a block scalar must be indented more than its key",
          "",
          {block.span.begin, block.span.begin + 1},
          "the block scalar starts here",
          "indent this line and the following lines that belong to the block scalar"});
  while (!AtContentEnd() && IsUnindentedText()) {
    scanner_.MoveTo(scanner_.LineEnd(scanner_.position()));
    scanner_.SkipToContent();
  }
  return Step::kDone;
}

// Whether an entry follows below a scalar that is complete: nothing but a colon can be missing.
bool Parser::IsIncompleteEntry(const KeyCandidate& candidate) const {
  const Event& node = out_.events.back();
  const char* at = scanner_.position();
  while (IsSpaceOrTab(*at)) {
    ++at;
  }
  // A text in quotes is rather an item, above a line that is indented too far.
  const bool is_item = IsQuote(*candidate.begin) && !frames_.empty() && top().part == Part::kItem;
  if (!node.is_scalar() || is_item || out_.events.size() != candidate.event + 1 ||
      !(IsBreak(*at) || *at == '#')) {
    return false;
  }
  const NextLine next = ahead_.Below(at);
  return next.at != nullptr && next.column > request_.parent_indent && LooksLikeEntry(next.text());
}

Parser::Step Parser::RecoverIncompleteEntry(const KeyCandidate& candidate) {
  const char* const end = scanner_.position();
  Report(ClassifyIncompleteEntry(scanner_, candidate.begin, end).error);
  const NextLine next = ahead_.Below(end);
  if (next.column > candidate.column || (next.column == candidate.column && IsDash(next.at))) {
    return RecoverMissingColon(candidate);
  }
  out_.events.pop_back();
  next_recovery_ = value::Recovery::kPartial;
  return Step::kNode;
}

// After a scalar that is the key of the indented block below it.
Parser::Step Parser::RecoverMissingColon(const KeyCandidate& candidate) {
  if (IsBelowBareKey(candidate)) {
    out_.events[candidate.event - 1].gap = value::Recovery::kError;
  }
  out_.events.back().gap = value::Recovery::kPartial;
  if (!candidate.is_entry_key && !StartMappingWith(candidate)) {
    return Step::kError;
  }
  top().gap = value::Recovery::kPartial;
  return RequestMappingValue();
}

// A plain scalar would go on with a line that is an entry of a mapping; the scanner is at its colon.
Parser::Step Parser::EntryInString(const KeyCandidate& candidate, const Properties& inner) {
  const char* const entry_line = scanner_.line();
  const char* entry = entry_line;
  while (IsSpaceOrTab(*entry)) {
    ++entry;
  }
  // Or below an item, further out than its text: no key of a mapping that the item would be.
  const bool is_below_item = !frames_.empty() && top().kind == FrameKind::kBlockSequence &&
                             entry - entry_line < candidate.column && !IsDash(entry);
  if (is_below_item) {
    frames_[frames_.size() - std::min<size_t>(2, frames_.size())].gap = value::Recovery::kPartial;
  }
  if (!candidate.may_start_mapping || is_below_item) {
    return RecoverEntryAfterValue(candidate, inner, entry);
  }
  const char* const begin = scanner_.PointerTo(scanner_.SpanOf(candidate.begin, candidate.begin).begin);
  const char* end = scanner_.LineEnd(begin);
  while (IsSpaceOrTab(end[-1])) {
    --end;
  }
  const bool is_marker = std::string_view(begin, static_cast<size_t>(end - begin)) == "---";
  IncompleteEntry half_typed = ClassifyIncompleteEntry(scanner_, begin, end);
  SyntaxError error = is_marker ? MakeIndentedMarkerError(scanner_, begin, end) : std::move(half_typed.error);
  if (!is_marker && half_typed.defect == IncompleteEntry::EntryDefect::kNoSpaceAfterColon) {
    error.related = scanner_.SpanOf(entry, scanner_.position() + 1);
    error.related_text = "without it, this would be part of the same string";
  }
  Report(std::move(error));
  const int entry_column = static_cast<int>(entry - entry_line);
  const bool has_items = IsDash(entry) && entry_column == candidate.column && StartsLikeKey(begin);
  if (ahead_.Below(begin).line == entry_line && (entry_column > candidate.column || has_items)) {
    scanner_.MoveTo(end, candidate.line);
    Push(EventKind::kScalar, scanner_.SpanOf(begin, end), inner, value::Style::kPlain);
    return RecoverMissingColon(candidate);
  }
  scanner_.MoveTo(entry, entry_line);
  if (candidate.is_entry_key) {
    top().gap = value::Recovery::kPartial;
    top().part = Part::kValue;
    top().requested_at = 0;
    return Step::kDone;
  }
  next_recovery_ = value::Recovery::kPartial;
  return Step::kNode;
}

// The same below a value on its key's line. The value counts as complete, and the entry belongs to the
// surrounding mapping.
Parser::Step Parser::RecoverEntryAfterValue(const KeyCandidate& candidate, const Properties& inner,
                                            const char* entry) {
  const char* const entry_line = scanner_.line();
  const char* end = entry_line;
  while (IsSpaceOrBreak(end[-1])) {
    --end;
  }
  const int column = static_cast<int>(entry - entry_line);
  const bool is_in_mapping = !frames_.empty() && top().kind == FrameKind::kBlockMapping;
  const bool is_outdented = is_in_mapping && IsFirstLineOutdented(column, out_.events.size() - 1);
  const bool is_first_suspicious = !is_outdented && is_in_mapping && frames_.size() > 1 &&
                                   IsFirstLineMisindented(column, frames_.size() - 1);
  bool is_glued = false;
  if (is_outdented) {
    if (!IndentFirstLine(column, out_.events.size() - 1)) {
      return Step::kError;
    }
  } else if (is_first_suspicious) {
    ReportMisindentedFirstLine(column);
  } else {
    is_glued = ReportEntryInString(candidate, entry, end);
  }
  if (!is_in_mapping) {
    return Step::kError;
  }
  const char* line = end;
  while (line > candidate.begin && !IsBreak(line[-1])) {
    --line;
  }
  if (is_glued && out_.events.back().is_scalar()) {
    out_.events.back().gap = value::Recovery::kError;
  }
  const NextLine below = ahead_.Below(entry);
  Push(EventKind::kScalar, scanner_.SpanOf(candidate.begin, end), inner, value::Style::kPlain);
  out_.events.back().needs_decoding = line > candidate.begin;
  // The entries may be the intended value instead of this text. In the first column there must be several.
  const bool is_block = frames_.size() > 1 || (below.column == column && LooksLikeEntry(below.text()));
  const bool is_guess = is_block && !is_first_suspicious && !is_outdented;
  const bool is_item = IsDash(entry);
  out_.events.back().gap = is_guess ? value::Recovery::kError : value::Recovery::kNone;
  scanner_.MoveTo(end, line > candidate.begin ? line : candidate.line);
  if (!is_first_suspicious && !is_outdented) {
    // An item is one of the sequence that the mapping is an item of.
    const bool is_of_outer =
        is_item && frames_.size() > 1 && frames_[frames_.size() - 2].kind == FrameKind::kBlockSequence &&
        HaveSameStart(scanner_.PointerTo(frames_[frames_.size() - 2].begin.begin), entry);
    (is_of_outer ? frames_[frames_.size() - 2] : top()).misindented_column = column;
    top().gap = value::Recovery::kPartial;
    if (frames_.size() > 1 && frames_[frames_.size() - 2].entries == 1) {
      frames_[frames_.size() - 2].is_doubtful = true;
    }
    if (is_item && !is_of_outer) {
      return Step::kError;
    }
  }
  return FinishCandidate(candidate, true);
}

// A line that begins with `-name`: the lines below match the item, not the key that it is now.
bool Parser::ReportGluedItem(const char* line) {
  while (IsSpaceOrTab(*line)) {
    ++line;
  }
  const char name = *line == '-' ? line[1] : '\0';
  if (name != '_' && !(name >= 'a' && name <= 'z') && !(name >= 'A' && name <= 'Z')) {
    return false;
  }
  Report({diag::Kind::kYamlSyntax,
          scanner_.SpanOf(line, line + 1),
          "a space must follow the `-` of an item",
          "",
          {},
          {},
          "write `- item`",
          {},
          SyntaxRepair::kInsertSpace});
  return true;
}

// Whether the invalid entry is caused by an item above without a space.
bool Parser::ReportEntryInString(const KeyCandidate& candidate, const char* entry, const char* end) {
  if (ReportGluedItem(candidate.line)) {
    return true;
  }
  if (frames_.size() > 1 && frames_[frames_.size() - 2].is_misindented_item) {
    return false;
  }
  const int column = static_cast<int>(entry - scanner_.line());
  Report({diag::Kind::kBadIndent, scanner_.SpanOf(entry, scanner_.position() + 1),
          IsDash(entry) ? "a sequence item is not allowed inside a string"
                        : "a mapping entry is not allowed inside a string",
          "indented as a continuation of the string above", scanner_.SpanOf(candidate.begin, end),
          "the string starts here",
          IsDash(entry) ? "align the item with the other items of its sequence, or quote the string"
                        : "align the entry with the other entries of its mapping, or quote the string",
          GetPrecedingEntry(column)});
  return false;
}

}  // namespace kval::yaml
