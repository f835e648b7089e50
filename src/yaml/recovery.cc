// What happens after a fault: open collections are closed, and reading goes on where the structure is clear.
#include <algorithm>
#include <climits>
#include <utility>

#include "src/yaml/parser.h"

namespace kval::yaml {

void Parser::Report(Fault fault) {
  scanner_.Report(std::move(fault));
}

Parser::Step Parser::Fail(Fault fault) {
  Report(std::move(fault));
  return Step::kFault;
}

// A fault hides the node that was read last: all of a scalar, a part of a collection.
void Parser::MarkLast(value::Gap of_scalar) {
  Event& last = out_.events.back();
  const bool is_end = last.kind == EventKind::kMappingEnd || last.kind == EventKind::kSequenceEnd;
  const value::Gap gap = is_end ? value::Gap::kPart : of_scalar;
  last.gap = std::max(last.gap, gap);
}

// Gives an entry that a fault interrupted the key and the value that it lacks; true when the entry is known
// but for its value.
bool Parser::CompleteEntry(const Frame& frame) {
  const bool got_part = out_.events.size() > frame.asked_at;
  const bool got_nothing = out_.events.size() == frame.asked_at;
  switch (frame.part) {
    case Part::kKey:
    case Part::kExplicitKey:
      if (got_part) {
        MarkLast(value::Gap::kAll);
        out_.events.back().gap = value::Gap::kAll;
        PushAbsent({}, lost_at_);
      }
      return false;
    case Part::kItem:
    case Part::kValue:
      // Fewer events than then: the key was given back too.
      if (got_nothing) {
        PushAbsent({}, lost_at_);
        MarkLast(value::Gap::kAll);
      } else if (got_part) {
        const char* const end = scanner_.PointerTo(out_.events.back().span.end);
        MarkLast(scanner_.LineEnd(end) >= lost_at_ ? value::Gap::kAll : value::Gap::kNone);
      }
      return got_nothing;
  }
  return false;
}

void Parser::CloseFrame() {
  const Frame frame = top();
  CompleteEntry(frame);
  frames_.pop_back();
  const bool is_sequence = frame.kind == FrameKind::kBlockSequence || frame.kind == FrameKind::kFlowSequence;
  const bool is_flow = frame.kind >= FrameKind::kFlowMapping;
  Push(is_sequence ? EventKind::kSequenceEnd : EventKind::kMappingEnd, scanner_.Here(), {},
       is_flow ? value::Style::kFlow : value::Style::kBlock);
  // The bracket of a flow collection may be the mistake.
  out_.events.back().gap = is_flow ? value::Gap::kAll : value::Gap::kPart;
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

// Gives back what was read behind `line`, where reading is to go on; false when that is more than scalars.
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
  if (!scanner_.AtDocumentMark()) {
    SkipToNextDocument();
  }
  CloseAllFrames();
  return false;
}

// Looks for a line that is indented as an open block collection and looks like an entry of it.
bool Parser::FindResumption() {
  int lost_column = INT_MAX;  // the least indentation of the lines that are left out
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
    const bool is_entry = content.ends_with(':') || content.find(": ") != std::string_view::npos;
    scanner_.MoveTo(end);
    if (content.empty() || *at == '#' || (!is_dash && !is_entry)) {
      lost_column = content.empty() || *at == '#' ? lost_column : std::min(lost_column, column);
      if (scanner_.AtEnd()) {
        return false;
      }
      continue;
    }
    for (size_t i = frames_.size(); i-- > 0 && frames_[i].column >= column;) {
      const FrameKind fitting = is_dash ? FrameKind::kBlockSequence : FrameKind::kBlockMapping;
      if (frames_[i].column != column || frames_[i].kind != fitting) {
        continue;
      }
      scanner_.MoveTo(at, line);
      while (frames_.size() > i + 1) {
        CloseFrame();
      }
      const bool is_known = CompleteEntry(top());
      if (!is_known || lost_column <= column) {
        top().gap = value::Gap::kPart;
      }
      top().part = is_dash ? Part::kItem : Part::kValue;
      top().asked_at = 0;
      return true;
    }
    lost_column = std::min(lost_column, column);
    if (scanner_.AtEnd()) {
      return false;
    }
  }
  return false;
}

}  // namespace kval::yaml
