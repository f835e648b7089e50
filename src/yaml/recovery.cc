// Recovery after an error: closes open collections, and resumes where the structure is clear.
#include <algorithm>
#include <climits>
#include <utility>

#include "src/support/confusables.h"
#include "src/yaml/parser.h"

namespace kval::yaml {

void Parser::Report(SyntaxError error) {
  scanner_.Report(std::move(error));
}

Parser::Step Parser::Fail(SyntaxError error) {
  Report(std::move(error));
  return Step::kError;
}

// An error affects the last node: all of a scalar, a part of a collection.
void Parser::MarkLast(value::Recovery of_scalar) {
  Event& last = out_.events.back();
  const bool is_end = last.kind == EventKind::kMappingEnd || last.kind == EventKind::kSequenceEnd;
  const value::Recovery gap = is_end ? value::Recovery::kPartial : of_scalar;
  last.gap = std::max(last.gap, gap);
}

// Completes an interrupted entry with its missing key and value; returns true if only the value was missing.
bool Parser::CompleteEntry(const Frame& frame) {
  const bool got_part = out_.events.size() > frame.requested_at;
  const bool got_nothing = out_.events.size() == frame.requested_at;
  if (frame.part == Part::kKey || frame.part == Part::kExplicitKey) {
    if (got_part) {
      out_.events.back().gap = value::Recovery::kError;
      PushAbsent({}, skipped_from_);
    }
    return false;
  }
  // Fewer events than then: the key was given back too.
  if (got_nothing) {
    PushAbsent({}, skipped_from_);
    out_.events.back().gap = value::Recovery::kError;
  } else if (got_part) {
    const char* const end = scanner_.PointerTo(out_.events.back().span.end);
    MarkLast(scanner_.LineEnd(end) >= skipped_from_ ? value::Recovery::kError : value::Recovery::kNone);
    return !skipped_lines_ && out_.events.back().gap == value::Recovery::kError;
  }
  return got_nothing && !skipped_lines_;
}

// Completes the collection, and marks it if more of it may be lost.
void Parser::CompleteCollection() {
  const bool is_innermost = std::exchange(at_error_, false);
  const bool is_known = is_innermost ? CompleteEntry(top()) : out_.events.size() > top().requested_at;
  if (!is_known || skipped_column_ <= top().column) {
    top().gap = std::max(top().gap, value::Recovery::kPartial);
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
  out_.events.back().gap = is_flow ? value::Recovery::kError : frame.gap;
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
bool Parser::Rewind(const char* line) {
  const uint32_t limit = scanner_.SpanOf(line, line).begin;
  const auto is_after = [&](const Event& event) {
    return event.span.end > limit && (event.kind == EventKind::kScalar || event.kind == EventKind::kAlias);
  };
  while (is_after(out_.events.back())) {
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
  skipped_from_ = resume_at_ != nullptr ? std::min(resume_at_, scanner_.position()) : scanner_.position();
  at_error_ = true;
  skipped_lines_ = InFlow() && skipped_from_ > scanner_.LineEnd(flow_candidate_.begin) + 2;
  skipped_column_ = INT_MAX;
  if (resume_at_ != nullptr && Rewind(resume_at_)) {
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
  if (!document_is_unreadable_ && out_.errors.size() < limits_.syntax_errors && !frames_.empty() &&
      FindResumption()) {
    return true;
  }
  if (document_is_unreadable_ || out_.errors.size() >= limits_.syntax_errors) {
    skipped_column_ = -1;
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
    const bool is_dash = *at == '-' && IsSpaceOrBreak(at[1]);
    const std::string_view content(at, static_cast<size_t>(end - at));
    const bool is_entry = (LooksLikeEntry(content) && !GetConfusableAt(content)) ||
                          (IsQuote(*at) && ahead_.LastLineOfKey(at) != nullptr);
    scanner_.MoveTo(end);
    if (content.empty() || *at == '#' || (!is_dash && !is_entry)) {
      skipped_column_ = content.empty() || *at == '#' ? skipped_column_ : std::min(skipped_column_, column);
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
      top().requested_at = 0;
      next_recovery_ = value::Recovery::kNone;
      return true;
    }
    skipped_column_ = std::min(skipped_column_, column);
    least = *at == '\t' ? least : std::min(least, column);
    if (scanner_.AtEnd()) {
      return false;
    }
  }
  return false;
}

}  // namespace kval::yaml
