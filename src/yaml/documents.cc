// Documents, their markers and directives.
#include <algorithm>

#include "src/support/hosted_call.h"
#include "src/yaml/characters_check.h"
#include "src/yaml/json_stream.h"
#include "src/yaml/parser.h"

namespace kval::yaml {
namespace {

constexpr size_t kStepsOfAPoll = 4096;

std::string_view NextWord(std::string_view* text) {
  size_t begin = 0;
  while (begin < text->size() && IsBlank((*text)[begin])) {
    ++begin;
  }
  size_t end = begin;
  while (end < text->size() && !IsBlank((*text)[end])) {
    ++end;
  }
  const std::string_view word = text->substr(begin, end - begin);
  text->remove_prefix(end);
  return word;
}

bool IsVersion(std::string_view word) {
  const size_t dot = word.find('.');
  return dot != std::string_view::npos && dot > 0 && dot + 1 < word.size() &&
         word.find_first_not_of("0123456789.") == std::string_view::npos &&
         word.find('.', dot + 1) == std::string_view::npos;
}

}  // namespace

void Parser::ReadYamlDirective(const char* end) {
  const char* const begin = scanner_.position();
  std::string_view rest(begin, static_cast<size_t>(end - begin));
  NextWord(&rest);
  const std::string_view version = NextWord(&rest);
  const std::string_view extra = NextWord(&rest);
  const source::Span span = scanner_.SpanOf(begin, end);
  if (has_yaml_directive_) {
    Report({diag::Kind::kYamlSyntax, span, "a document can have only one `%YAML` directive", "", {}, {}, ""});
  } else if (!IsVersion(version) || (!extra.empty() && extra[0] != '#')) {
    Report({diag::Kind::kYamlSyntax,
            span,
            "a `%YAML` directive needs one version",
            "",
            {},
            {},
            "write `%YAML 1.2`"});
  }
  has_yaml_directive_ = true;
}

void Parser::ReadTagDirective(const char* end) {
  const char* const begin = scanner_.position();
  std::string_view rest(begin, static_cast<size_t>(end - begin));
  NextWord(&rest);
  const std::string_view handle = NextWord(&rest);
  const std::string_view prefix = NextWord(&rest);
  if (handle.empty() || prefix.empty() || handle.front() != '!' || handle.back() != '!') {
    Report({diag::Kind::kYamlSyntax,
            scanner_.SpanOf(begin, end),
            "a `%TAG` directive needs a handle and a prefix",
            "",
            {},
            {},
            "write `%TAG !e! tag:example.com,2000:`"});
    return;
  }
  tag_handles_.insert(handle);
  out_.tag_directives.push_back({scanner_.SpanOf(handle.data(), handle.data() + handle.size()),
                                 scanner_.SpanOf(prefix.data(), prefix.data() + prefix.size()),
                                 static_cast<uint32_t>(out_.events.size())});
}

// Reads the directives before a document; true when there is one.
bool Parser::ReadDirectives() {
  bool found = false;
  has_yaml_directive_ = false;
  decltype(tag_handles_)().swap(tag_handles_);
  while (scanner_.Peek() == '%' && scanner_.Column() == 0) {
    const char* const begin = scanner_.position();
    const char* end = begin;
    while (!IsBreak(*end) && !(*end == '#' && IsBlank(end[-1]))) {
      ++end;
    }
    std::string_view text(begin, static_cast<size_t>(end - begin));
    const std::string_view name = NextWord(&text);
    if (needs_end_mark_) {
      Report({diag::Kind::kYamlSyntax,
              scanner_.SpanOf(begin, begin + name.size()),
              "a directive cannot follow a document that is not ended",
              "",
              {},
              {},
              "write `...` before it"});
      needs_end_mark_ = false;
    }
    if (name == "%YAML") {
      ReadYamlDirective(end);
    } else if (name == "%TAG") {
      ReadTagDirective(end);
    }
    found = true;
    scanner_.MoveTo(end);
    scanner_.SkipToContent();
  }
  return found;
}

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
  return Step::kFault;
}

// Between two nodes: what was read long ago does not change any more, unless there is a fault or a flow
// collection is open, whose place is known at its end only.
void Parser::GiveEvents() {
  // Whatever looks back looks at the entry that was read last and the key above it.
  constexpr size_t kKept = 64;
  if (InFlow() || !out_.faults.empty() || !out_.tag_directives.empty() || next_gap_ != value::Gap::kNone) {
    return;
  }
  const size_t gone = (*taker_)(out_.events.size() - kKept);
  for (Frame& frame : frames_) {
    frame.asked_at -= std::min(frame.asked_at, gone);
  }
}

// Whether a document in braces, whose events begin with `first`, is followed by another one.
bool Parser::AtNextObject(size_t first) const {
  const Event& event = out_.events[first];
  if (event.kind != EventKind::kMappingStart || event.style != value::Style::kFlow) {
    return false;
  }
  const char* at = scanner_.position();
  while (IsBlankOrBreak(*at) && at < scanner_.end()) {
    ++at;
  }
  return at < scanner_.end() && *at == '{';
}

// Reads the node that is the document, from the position behind its `---`.
void Parser::ReadContent() {
  const size_t first = out_.events.size();
  request_ = {};
  next_gap_ = value::Gap::kNone;
  document_is_lost_ = false;
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
        } else if (takes_json_stream_ && AtNextObject(first)) {
          return;
        } else if (FinishLine()) {
          if (AtContentEnd()) {
            return;
          }
          MarkLast(value::Gap::kAll);
          const char* const at = scanner_.position();
          step = Fail({diag::Kind::kBadIndent,
                       scanner_.SpanOf(at, scanner_.LineEnd(at)),
                       "the document is already complete above this line",
                       "",
                       {},
                       {},
                       "write `---` before a further document"});
        } else {
          step = Step::kFault;
        }
        break;
      case Step::kFault:
        if (!Recover()) {
          if (out_.events.size() == first) {
            PushAbsent({}, scanner_.position());
          }
          if (out_.events.size() == first + 1) {
            MarkLast(value::Gap::kAll);  // one scalar, and not all of it
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
    needs_end_mark_ = false;
    FinishDocumentEnd();
    return true;
  }
  const char* const directives = scanner_.position();
  const bool has_directives = ReadDirectives();
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
  needs_end_mark_ = !has_end;
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

namespace {

// False, with a fault, when the text is too large to be read.
bool MayRead(const source::SourceFile& file, const Limits& limits, EventStream* stream) {
  if (file.text().size() <= limits.file_size) {
    CheckCharacters(file, stream);
    return true;
  }
  stream->faults.push_back({diag::Kind::kLimitSize,
                            {file.base(), file.base()},
                            "the file is larger than " + std::to_string(limits.file_size) + " bytes",
                            "",
                            {},
                            {},
                            ""});
  return false;
}

class KvalReader final : public Reader {
 public:
  explicit KvalReader(bool takes_json_stream) : takes_json_stream_(takes_json_stream) {}

  EventStream Read(const source::SourceFile& file, const Limits& limits) const override {
    EventStream stream;
    if (MayRead(file, limits, &stream)) {
      // Short entries have an event for each six bytes. What is not needed is never touched; what has to grow
      // is there twice.
      stream.events.reserve(file.text().size() / 6 + 16);
      Parser(file, limits, &stream, takes_json_stream_).Run();
    }
    return stream;
  }

 private:
  bool takes_json_stream_;
};

}  // namespace

void ReadIncrementally(const source::SourceFile& file, const Limits& limits, const Taker& taker,
                       EventStream* stream) {
  if (MayRead(file, limits, stream)) {
    Parser(file, limits, stream, false, &taker).Run();
  }
}

const Reader& NativeReader() {
  static const KvalReader kReader(false);
  return kReader;
}

const Reader& JsonStreamReader() {
  static const KvalReader kReader(true);
  return kReader;
}

}  // namespace kval::yaml
