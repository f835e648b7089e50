// Recovery after an error: closes open collections, and resumes where the structure is clear.
#include <algorithm>
#include <climits>
#include <utility>

#include "src/support/look_alike.h"
#include "src/yaml/parser.h"

namespace kval::yaml {

void Parser::Report(Fault fault) {
  scanner_.Report(std::move(fault));
}

Parser::Step Parser::Fail(Fault fault) {
  Report(std::move(fault));
  return Step::kFault;
}

// An error affects the last node: all of a scalar, a part of a collection.
void Parser::MarkLast(value::Gap of_scalar) {
  Event& last = out_.events.back();
  const bool is_end = last.kind == EventKind::kMappingEnd || last.kind == EventKind::kSequenceEnd;
  const value::Gap gap = is_end ? value::Gap::kPart : of_scalar;
  last.gap = std::max(last.gap, gap);
}

// Completes an interrupted entry with its missing key and value; returns true if only the value was missing.
bool Parser::CompleteEntry(const Frame& frame) {
  const bool got_part = out_.events.size() > frame.asked_at;
  const bool got_nothing = out_.events.size() == frame.asked_at;
  if (frame.part == Part::kKey || frame.part == Part::kExplicitKey) {
    if (got_part) {
      out_.events.back().gap = value::Gap::kAll;
      PushAbsent({}, lost_at_);
    }
    return false;
  }
  // Fewer events than then: the key was given back too.
  if (got_nothing) {
    PushAbsent({}, lost_at_);
    out_.events.back().gap = value::Gap::kAll;
  } else if (got_part) {
    const char* const end = scanner_.PointerTo(out_.events.back().span.end);
    MarkLast(scanner_.LineEnd(end) >= lost_at_ ? value::Gap::kAll : value::Gap::kNone);
    return !lost_lines_ && out_.events.back().gap == value::Gap::kAll;
  }
  return got_nothing && !lost_lines_;
}

// Completes the collection, and marks it if more of it may be lost.
void Parser::CompleteCollection() {
  const bool is_innermost = std::exchange(at_fault_, false);
  const bool is_known = is_innermost ? CompleteEntry(top()) : out_.events.size() > top().asked_at;
  if (!is_known || lost_column_ <= top().column) {
    top().gap = std::max(top().gap, value::Gap::kPart);
  }
}

void Parser::CloseFrame() {
  const bool is_flow = top().kind >= FrameKind::kFlowMapping;
  if (is_flow) {
    CompleteEntry(top());
  } else {
    CompleteCollection();
  }
  const Frame frame = top();
  frames_.pop_back();
  const bool is_sequence = frame.kind == FrameKind::kBlockSequence || frame.kind == FrameKind::kFlowSequence;
  Push(is_sequence ? EventKind::kSequenceEnd : EventKind::kMappingEnd, scanner_.Here(), {},
       is_flow ? value::Style::kFlow : value::Style::kBlock);
  // The bracket of a flow collection may be the mistake.
  out_.events.back().gap = is_flow ? value::Gap::kAll : frame.gap;
}

void Parser::CloseAllFrames() {
  while (!frames_.empty()) {
    CloseFrame();
  }
}

// Moves to the next `---` or `...` at the start of a line.
void Parser::SkipToNextDocument() {
  while (!scanner_.AtEnd()) {
    scanner_.MoveTo(scanner_.LineEnd(scanner_.position()));
    if (scanner_.AtEnd()) {
      return;
    }
    scanner_.SkipBreak();
    if (scanner_.AtDocumentMark()) {
      return;
    }
  }
}

// Discards events after `line`, where reading resumes; returns false if they are more than scalars.
bool Parser::GiveBack(const char* line) {
  const uint32_t limit = scanner_.SpanOf(line, line).begin;
  const auto is_behind = [&](const Event& event) {
    return event.span.end > limit && (event.kind == EventKind::kScalar || event.kind == EventKind::kAlias);
  };
  while (is_behind(out_.events.back())) {
    out_.events.pop_back();
  }
  if (out_.events.back().span.end > limit) {
    return false;
  }
  while (!out_.comments.empty() && out_.comments.back().span.begin >= limit) {
    out_.comments.pop_back();
  }
  while (!out_.dashes.empty() && out_.dashes.back().begin >= limit) {
    out_.dashes.pop_back();
  }
  return true;
}

// Prepares the parser for going on in the same document; false when it cannot.
bool Parser::Recover() {
  lost_at_ = resume_at_ != nullptr ? std::min(resume_at_, scanner_.position()) : scanner_.position();
  at_fault_ = true;
  lost_lines_ = InFlow() && lost_at_ > scanner_.LineEnd(flow_candidate_.begin) + 2;
  lost_column_ = INT_MAX;
  if (resume_at_ != nullptr && GiveBack(resume_at_)) {
    scanner_.MoveTo(resume_at_, resume_at_);
  } else {
    scanner_.MoveTo(scanner_.LineEnd(scanner_.position()));
    if (!scanner_.AtEnd()) {
      scanner_.SkipBreak();
    }
  }
  resume_at_ = nullptr;
  while (InFlow()) {
    CloseFrame();
  }
  if (!document_is_lost_ && out_.faults.size() < limits_.syntax_faults && !frames_.empty() &&
      FindResumption()) {
    return true;
  }
  if (document_is_lost_ || out_.faults.size() >= limits_.syntax_faults) {
    lost_column_ = -1;
  }
  if (!scanner_.AtDocumentMark()) {
    SkipToNextDocument();
  }
  CloseAllFrames();
  return false;
}

// Looks for a line that is indented as an open block collection and looks like an entry of it.
bool Parser::FindResumption() {
  int least = INT_MAX;  // columns of entries and items that fit nothing: deeper ones have ended
  for (; !scanner_.AtEnd(); scanner_.SkipBreak()) {
    if (scanner_.AtDocumentMark()) {
      return false;
    }
    const char* const line = scanner_.line();
    const char* at = line;
    while (*at == ' ') {
      ++at;
    }
    const char* const end = scanner_.LineEnd(at);
    const int column = static_cast<int>(at - line);
    const bool is_dash = *at == '-' && IsBlankOrBreak(at[1]);
    const std::string_view content(at, static_cast<size_t>(end - at));
    const bool is_entry = (LooksLikeEntry(content) && !LookAlikeAt(content)) ||
                          (IsQuote(*at) && ahead_.LastLineOfKey(at) != nullptr);
    scanner_.MoveTo(end);
    if (content.empty() || *at == '#' || (!is_dash && !is_entry)) {
      lost_column_ = content.empty() || *at == '#' ? lost_column_ : std::min(lost_column_, column);
      if (scanner_.AtEnd()) {
        return false;
      }
      continue;
    }
    for (size_t i = frames_.size(); i-- > 0 && frames_[i].column >= column;) {
      const FrameKind fitting = is_dash ? FrameKind::kBlockSequence : FrameKind::kBlockMapping;
      if (frames_[i].column != column || frames_[i].kind != fitting || column > least) {
        continue;
      }
      scanner_.MoveTo(at, line);
      while (frames_.size() > i + 1) {
        CloseFrame();
      }
      CompleteCollection();
      top().part = is_dash ? Part::kItem : Part::kValue;
      top().asked_at = 0;
      next_gap_ = value::Gap::kNone;
      return true;
    }
    lost_column_ = std::min(lost_column_, column);
    least = *at == '\t' ? least : std::min(least, column);
    if (scanner_.AtEnd()) {
      return false;
    }
  }
  return false;
}

}  // namespace kval::yaml
