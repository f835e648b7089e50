// Documents and their markers.
#include <algorithm>

#include "src/support/hosted_call.h"
#include "src/yaml/parser.h"

namespace kval::yaml {
namespace {

constexpr size_t kStepsOfAPoll = 4096;

// Whether a document in braces, which begins with `event`, is followed by another one.
bool AtNextObject(const Event& event, const Scanner& scanner) {
  if (event.kind != EventKind::kMappingStart || event.style != value::Style::kFlow) {
    return false;
  }
  const char* at = scanner.position();
  while (IsSpaceOrBreak(*at) && at < scanner.end()) {
    ++at;
  }
  return at < scanner.end() && *at == '{';
}

}  // namespace

Parser::Step Parser::Continue() {
  switch (top().kind) {
    case FrameKind::kBlockMapping:
      return ContinueBlockMapping();
    case FrameKind::kBlockSequence:
      return ContinueBlockSequence();
    case FrameKind::kFlowMapping:
      return ContinueFlowMapping();
    case FrameKind::kFlowSequence:
      return ContinueFlowSequence();
    case FrameKind::kFlowPair:
      return ContinueFlowPair();
  }
  return Step::kError;
}

// Between two nodes: earlier events are final unless there is an error or a flow collection is open, whose
// span is known only at its end.
void Parser::GiveEvents() {
  // Whatever looks back looks at the entry that was read last and the key above it.
  constexpr size_t kKept = 64;
  if (InFlow() || !out_.errors.empty() || !out_.tag_directives.empty() ||
      next_recovery_ != value::Recovery::kNone) {
    return;
  }
  const size_t gone = (*taker_)(out_.events.size() - kKept);
  for (Frame& frame : frames_) {
    frame.requested_at -= std::min(frame.requested_at, gone);
  }
}

// Reads the node that is the document, from the position behind its `---`.
void Parser::ReadContent() {
  const size_t first = out_.events.size();
  request_ = {};
  next_recovery_ = value::Recovery::kNone;
  document_is_unreadable_ = false;
  resume_at_ = nullptr;
  Step step = Step::kNode;
  for (size_t steps = 1;; ++steps) {
    if (steps % kStepsOfAPoll == 0) {
      PollHost();
    }
    switch (step) {
      case Step::kNode:
        step = InFlow() ? ReadFlowNode() : ReadBlockNode();
        break;
      case Step::kDone:
        if (!frames_.empty()) {
          if (HasManyEvents()) {
            GiveEvents();
          }
          step = Continue();
        } else if (takes_json_stream_ && AtNextObject(out_.events[first], scanner_)) {
          return;
        } else if (FinishLine()) {
          if (AtContentEnd()) {
            return;
          }
          MarkLast(value::Recovery::kError);
          const char* const at = scanner_.position();
          step = Fail({diag::Kind::kBadIndent,
                       scanner_.SpanOf(at, scanner_.LineEnd(at)),
                       "the document is already complete above this line",
                       "",
                       {},
                       {},
                       "write `---` before a further document"});
        } else {
          step = Step::kError;
        }
        break;
      case Step::kError:
        if (!Recover()) {
          if (out_.events.size() == first) {
            PushAbsent({}, scanner_.position());
          }
          if (out_.events.size() == first + 1) {
            MarkLast(value::Recovery::kError);  // one scalar, and not all of it
          }
          return;
        }
        step = Step::kDone;
        break;
    }
  }
}

// Behind the `...` of a document.
void Parser::FinishDocumentEnd() {
  scanner_.AllowByteOrderMark(true);
  if (!FinishLine()) {
    SkipToNextDocument();
  }
  scanner_.AllowByteOrderMark(false);
}

// Reads the next document; false at the end of the text.
bool Parser::ReadDocument() {
  scanner_.AllowByteOrderMark(true);
  scanner_.SkipToContent();
  scanner_.AllowByteOrderMark(false);
  if (scanner_.AtEnd()) {
    return false;
  }
  if (scanner_.AtDocumentMark() && scanner_.Peek() == '.') {
    scanner_.Advance(3);
    directives_.SetNeedsEndMark(false);
    FinishDocumentEnd();
    return true;
  }
  const char* const directives = scanner_.position();
  const bool has_directives = directives_.Read();
  const bool has_marker = scanner_.AtDocumentMark() && scanner_.Peek() == '-';
  if (has_directives && !has_marker) {
    Report({diag::Kind::kYamlSyntax,
            scanner_.SpanOf(directives, scanner_.LineEnd(directives)),
            "a document must follow this directive",
            "",
            {},
            {},
            "write `---` on the line after the directives"});
    if (scanner_.AtEnd()) {
      return false;
    }
  }
  Push(EventKind::kDocumentStart, scanner_.Here(has_marker ? 3 : 0), {}, value::Style::kPlain);
  out_.events.back().explicit_marker = has_marker;
  scanner_.Advance(has_marker ? 3 : 0);
  if (scanner_.AtDocumentMark() && !has_marker) {
    PushAbsent({}, scanner_.position());
  } else {
    ReadContent();
  }
  const bool has_end = scanner_.AtDocumentMark() && scanner_.Peek() == '.';
  Push(EventKind::kDocumentEnd, scanner_.Here(has_end ? 3 : 0), {}, value::Style::kPlain);
  out_.events.back().explicit_marker = has_end;
  directives_.SetNeedsEndMark(!has_end);
  if (has_end) {
    scanner_.Advance(3);
    FinishDocumentEnd();
  }
  return true;
}

void Parser::Run() {
  while (ReadDocument()) {
  }
}

}  // namespace kval::yaml
