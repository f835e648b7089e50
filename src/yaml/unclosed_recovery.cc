// Brackets, quotes and dashes that somebody began to write in front of lines that are right without them.
#include <string>

#include "src/yaml/json_brackets.h"
#include "src/yaml/parser.h"

namespace kval::yaml {
namespace {

// Returns the number of open brackets after one line, or -1 as soon as it closes too many. Ignores quoted
// strings and comments.
int BracketsOpenAfter(const char* at, const char* end, int open) {
  for (char before = ' '; at < end; before = *at++) {
    const bool starts_word = IsSpaceOrTab(before) || IsFlowMark(before) || before == ':';
    if (*at == '#' && IsSpaceOrTab(before)) {
      return open;
    }
    if ((*at == '"' || *at == '\'') && starts_word) {
      const char* close = at + 1;
      while (close < end && *close != *at) {
        ++close;
      }
      at = close < end ? close : at;
    } else if (*at == '[' || *at == '{') {
      ++open;
    } else if ((*at == ']' || *at == '}') && --open < 0) {
      return open;
    }
  }
  return open;
}

}  // namespace

// Reading again counts as an error, so that repeated recovery stays linear.
bool Parser::MayRewind() const {
  return out_.errors.size() < limits_.syntax_errors;
}

// Whether the line below an unclosed node may belong to the intended block.
bool Parser::ContinuesOnNextLine(const NextLine& next, int parent_indent) const {
  return next.at != nullptr && next.column > parent_indent && LooksLikeEntry(next.text());
}

// After an error below the first line of an outermost flow collection: whether no line of its block closes
// it, and the line below its bracket is a block entry or item.
bool Parser::IsUnclosed() const {
  const char* const begin = flow_candidate_.begin;
  const NextLine first = ahead_.Below(begin);
  if (scanner_.line() == flow_candidate_.line || first.at == nullptr || !MayRewind()) {
    return false;
  }
  const bool is_block = LooksLikeEntry(first.text()) || (first.at[0] == '-' && IsSpaceOrBreak(first.at[1]));
  if (!is_block || first.line > scanner_.line()) {
    return false;
  }
  int open = BracketsOpenAfter(begin, scanner_.LineEnd(begin), 0);
  for (NextLine next = first; open > 0 && next.at != nullptr; next = ahead_.Below(next.at)) {
    if (next.column <= flow_request_.parent_indent && !IsClosing(*next.at)) {
      break;
    }
    open = BracketsOpenAfter(next.at, next.end, open);
  }
  return open > 0;
}

// The bracket is the mistake, and the lines below are read without it: all with `is_whole`, else the entries
// that fit the enclosing mappings.
Parser::Step Parser::RecoverUnclosed(bool is_whole) {
  size_t outermost = frames_.size();
  while (outermost > 0 && frames_[outermost - 1].kind >= FrameKind::kFlowMapping) {
    --outermost;
  }
  const char* const begin = flow_candidate_.begin;
  const NextLine below = ahead_.Below(begin);
  const Frame flow = frames_[outermost];
  const bool is_mapping = flow.kind == FrameKind::kFlowMapping;
  Report({diag::Kind::kUnclosedFlow,
          flow.begin,
          is_mapping ? "this `{` is never closed" : "this `[` is never closed",
          "",
          {},
          {},
          is_mapping ? "add a `}`" : "add a `]`"});
  frames_.erase(frames_.begin() + static_cast<ptrdiff_t>(outermost) + 1, frames_.end());
  RewindEvents(flow.opened_at, below.line);
  const char* following = begin + 1;
  while (IsSpaceOrTab(*following)) {
    ++following;
  }
  const bool is_alone = IsBreak(*following) || *following == '#';
  if (is_whole && is_alone && !flow_candidate_.is_entry_key &&
      ContinuesOnNextLine(below, flow_request_.parent_indent)) {
    frames_.pop_back();
    scanner_.MoveTo(below.line, below.line);
    request_ = flow_request_;
    next_recovery_ = value::Recovery::kPartial;
    return Step::kNode;
  }
  Event start{};
  start.kind = is_mapping ? EventKind::kMappingStart : EventKind::kSequenceStart;
  start.style = value::Style::kFlow;
  start.span = flow.begin;
  out_.events.push_back(start);
  top().part = is_mapping ? Part::kKey : Part::kItem;
  top().requested_at = out_.events.size();
  resume_at_ = below.line;
  return Step::kError;
}

// Discards all events from `first` on, and state about the text from `line` on.
void Parser::RewindEvents(size_t first, const char* line) {
  out_.events.resize(first);
  const uint32_t limit = scanner_.SpanOf(line, line).begin;
  while (!out_.comments.empty() && out_.comments.back().span.begin >= limit) {
    out_.comments.pop_back();
  }
  while (!out_.dashes.empty() && out_.dashes.back().begin >= limit) {
    out_.dashes.pop_back();
  }
}

// Behind a quoted text that began before the line below, which is an entry: whether it has no end, or ends
// where the next text in quotes begins. Nothing else is on its line.
bool Parser::HasUnclosedQuote(const KeyCandidate& candidate, ScanResult result) const {
  const char quote = *candidate.begin;
  const char* const line_end = scanner_.LineEnd(candidate.begin);
  const bool is_first = candidate.may_start_mapping && !candidate.is_entry_key;
  if (!IsQuote(quote) || !is_first || scanner_.line() == candidate.line || !MayRewind()) {
    return false;
  }
  if (result == ScanResult::kUnterminated && ahead_.LastLineOfKey(candidate.begin) != nullptr) {
    return true;
  }
  if (!ContinuesOnNextLine(ahead_.Below(line_end), request_.parent_indent)) {
    return false;
  }
  for (const char* at = candidate.begin; at < line_end; ++at) {
    if (*at == ' ' || *at == ':') {
      return false;
    }
  }
  if (result == ScanResult::kUnterminated) {
    return true;
  }
  const char next = scanner_.Peek();
  return result == ScanResult::kDone && !IsSpaceOrBreak(next) && next != ':' && !scanner_.AtEnd();
}

// Skips the line of the quote, or the entry whose key it starts: the node is the following text.
Parser::Step Parser::SkipOpenQuote(const KeyCandidate& candidate) {
  const char* const line_end = scanner_.LineEnd(candidate.begin);
  if (out_.events.size() > candidate.event) {
    Report({diag::Kind::kUnterminatedQuote,
            scanner_.SpanOf(candidate.begin, candidate.begin + 1),
            "this quoted string is never closed",
            "the string starts here",
            {},
            {},
            "end it with `" + std::string(1, *candidate.begin) + "`"});
  }
  RewindEvents(candidate.event, line_end);
  if (const char* const last = ahead_.LastLineOfKey(candidate.begin)) {
    const char* const following = ahead_.SkipEntry(candidate.column, last);
    scanner_.MoveTo(following, following);
  } else {
    scanner_.MoveTo(line_end, candidate.line);
  }
  resume_at_ = nullptr;
  next_recovery_ = value::Recovery::kPartial;
  return Step::kNode;
}

// At an entry in the column of a sequence's dashes: whether the sequence is one item of one line, in front of
// a mapping that is right without it.
bool Parser::IsStrayItem() const {
  return top().entries == 1 && top().gap == value::Recovery::kNone &&
         out_.events.size() == top().requested_at + 1 && out_.events.back().is_scalar() &&
         ahead_.Below(scanner_.PointerTo(top().begin.begin)).line == scanner_.line();
}

// Skips the item: the node is the following text.
Parser::Step Parser::SkipStrayItem() {
  const char* const dash = scanner_.PointerTo(top().begin.begin);
  const char* const at = scanner_.position();
  Report({diag::Kind::kBadIndent, scanner_.SpanOf(dash, dash + 1),
          "a sequence item is not allowed between the entries of a mapping", "",
          scanner_.SpanOf(at, scanner_.LineEnd(at)), "the mapping starts here",
          "indent the item below its key, or write `key: value`"});
  RewindEvents(top().requested_at - 1, dash);
  frames_.pop_back();
  scanner_.MoveTo(scanner_.line(), scanner_.line());
  next_recovery_ = value::Recovery::kPartial;
  if (frames_.empty()) {
    request_ = {};
    return Step::kNode;
  }
  if (top().kind == FrameKind::kBlockMapping) {
    return RequestMappingValue();
  }
  return RequestNode(Part::kItem, {top().column, false, false});
}

}  // namespace kval::yaml
