// Properties, scalars and aliases; the pushing of events and frames.
#include <algorithm>
#include <utility>

#include "src/support/native_stack.h"
#include "src/yaml/message_text.h"
#include "src/yaml/parser.h"
#include "src/yaml/tags.h"

namespace kval::yaml {
namespace {

// Maximum stack use per nesting level of the recursive functions over a tree (merging, checking).
constexpr size_t kStackOfLevel = 1200;

// Returns the position of the first character that is invalid in a URI, or the size. Verbatim tags are not
// checked.
size_t SuspiciousCharacterOfTag(std::string_view tag) {
  if (tag.starts_with("!<")) {
    return tag.size();
  }
  const auto suspicious = std::find_if(tag.begin(), tag.end(), [](char c) {
    return static_cast<unsigned char>(c) >= 0x80 ||
           std::string_view("\\\"^`|<>{}").find(c) != std::string_view::npos;
  });
  return static_cast<size_t>(suspicious - tag.begin());
}

// `a: @ f()`: the `#` is missing.
bool IsTemplateCode(const char* at) {
  return at[0] == '@' && (at[1] == ' ' || at[1] == '\t');
}

bool IsJsonStart(char c) {
  return c == '"' || c == '\'';
}

}  // namespace

Parser::PropertyResult Parser::TakeProperty(Properties* properties, bool in_flow) {
  const char first = scanner_.Peek();
  if (first != '&' && first != '!') {
    return PropertyResult::kNone;
  }
  const char* const begin = scanner_.position();
  const char* at = begin + 1;
  if (first == '!' && *at == '<') {
    while (!IsSpaceOrBreak(*at) && *at != '>') {
      ++at;
    }
    at += *at == '>' ? 1 : 0;
  } else {
    while (!Is(*at, kSpaceOrTab | kBreak | kFlowMark)) {
      ++at;
    }
  }
  const source::Span span = scanner_.SpanOf(begin, at);
  if (first == '&' && span.size() == 1) {
    Fail({diag::Kind::kYamlSyntax, span, "an anchor needs a name", "", {}, {}, ""});
    return PropertyResult::kError;
  }
  if (!IsSpaceOrBreak(*at) && !(in_flow && IsFlowMark(*at))) {
    Fail({diag::Kind::kYamlSyntax, scanner_.SpanOf(at, at + 1), "a space must follow an anchor or a tag", "",
          span, first == '&' ? "the anchor" : "the tag", ""});
    return PropertyResult::kError;
  }
  source::Span& place = first == '&' ? properties->anchor : properties->tag;
  if (place.has_value()) {
    Fail({diag::Kind::kYamlSyntax, span,
          first == '&' ? "a node can have only one anchor" : "a node can have only one tag", "", place,
          "the first one", ""});
    return PropertyResult::kError;
  }
  place = span;
  scanner_.MoveTo(at);
  return first == '!' && !CheckTag(span) ? PropertyResult::kError : PropertyResult::kTaken;
}

// A named handle must be declared by a %TAG directive of this document. The structure is not in doubt.
bool Parser::CheckTag(source::Span tag) {
  const char* const text = scanner_.PointerTo(tag.begin);
  const std::string_view handle = TagHandle({text, tag.size()});
  if (handle.size() > 1 && handle.size() == tag.size()) {
    Report({diag::Kind::kBadTag, tag, "the tag has no name after its handle", "", {}, {}, ""});
    return true;
  }
  if (const size_t suspicious = SuspiciousCharacterOfTag({text, tag.size()}); suspicious < tag.size()) {
    Report({diag::Kind::kBadTag,
            scanner_.SpanOf(text + suspicious, text + suspicious + 1),
            "this character is not allowed in a tag",
            "",
            {},
            {},
            ""});
    return true;
  }
  if (handle.size() < 3) {
    return true;
  }
  if (directives_.Declares(handle)) {
    return true;
  }
  Report({diag::Kind::kBadTag,
          tag,
          "the tag handle `" + Truncate(handle) + "` is not declared",
          "",
          {},
          {},
          "declare it with `%TAG " + Truncate(handle) + " prefix` before the document's `---`"});
  return true;
}

bool Parser::Merge(const Properties& inner, Properties* outer) {
  const bool two_anchors = outer->anchor.has_value() && inner.anchor.has_value();
  if (two_anchors || (outer->tag.has_value() && inner.tag.has_value())) {
    Fail({diag::Kind::kYamlSyntax, two_anchors ? inner.anchor : inner.tag,
          two_anchors ? "a node can have only one anchor" : "a node can have only one tag", "",
          two_anchors ? outer->anchor : outer->tag, "the first one", ""});
    return false;
  }
  outer->anchor = inner.anchor.has_value() ? inner.anchor : outer->anchor;
  outer->tag = inner.tag.has_value() ? inner.tag : outer->tag;
  return true;
}

void Parser::Push(EventKind kind, source::Span span, const Properties& properties, value::Style style) {
  Event& event = out_.events.emplace_back();
  event.kind = kind;
  event.style = style;
  event.span = span;
  event.properties = out_.Keep(properties);
}

// The last scalar is where an error omitted text.
void Parser::TakeNextRecovery() {
  if (std::exchange(next_recovery_, value::Recovery::kNone) != value::Recovery::kNone) {
    out_.events.back().gap = value::Recovery::kError;
  }
}

void Parser::PushAbsent(const Properties& properties, const char* at) {
  Push(EventKind::kScalar, scanner_.SpanOf(at, at), properties, value::Style::kPlain);
  out_.events.back().is_missing = true;
  TakeNextRecovery();
}

// Anything but kDone was reported, except for an entry in the string.
ScanResult Parser::PushScalar(const Properties& properties, const ScalarContext& context) {
  const char* const begin = scanner_.position();
  const char* const line = scanner_.line();
  Event scalar{};
  ScanResult result = ScanResult::kDone;
  const char first = scanner_.Peek();
  if (IsJsonStart(first)) {
    result = first == '"' ? ScanDoubleQuoted(scanner_, context, &scalar)
                          : ScanSingleQuoted(scanner_, context, &scalar);
  } else if (StartsPlain(scanner_, context.in_flow)) {
    result = ScanPlain(scanner_, context, &scalar);
  } else {
    const std::string shown(1, first);
    const bool is_reserved = first == '@' || first == '`';
    const bool closes = first == ']' || first == '}';
    Fail({diag::Kind::kYamlSyntax,
          scanner_.Here(1),
          first == '`' ? "a value cannot start with a backtick"
          : closes     ? "this `" + shown + "` has no matching opening bracket"
                       : "a value cannot start with `" + shown + "`",
          "",
          {},
          {},
          IsTemplateCode(scanner_.position()) ? "write `#@ …` for the value of a template expression"
          : first == '%' || is_reserved || first == '&' || first == '*' ? "quote the value"
          : closes                                                      ? "delete it"
                                                                        : "",
          {},
          closes ? SyntaxRepair::kDeleteLine : SyntaxRepair::kNone});
    return ScanResult::kNoScalar;
  }
  if (result == ScanResult::kDone) {
    scalar.properties = out_.Keep(properties);
    out_.events.push_back(scalar);
  } else if (result != ScanResult::kColonOnNextLine) {
    ReportScalarError(result, begin, line);
  }
  return result;
}

bool Parser::PushAlias(const Properties& properties) {
  const char* const begin = scanner_.position();
  const char* at = begin + 1;
  while (!Is(*at, kSpaceOrTab | kBreak | kFlowMark)) {
    ++at;
  }
  const source::Span span = scanner_.SpanOf(begin, at);
  scanner_.MoveTo(at);
  if (span.size() == 1) {
    Fail({diag::Kind::kYamlSyntax,
          span,
          "an alias needs the name of an anchor",
          "",
          {},
          {},
          "quote the value if the `*` belongs to it"});
    return false;
  }
  if (!properties.empty()) {
    Fail({diag::Kind::kYamlSyntax, span, "an alias can have neither an anchor nor a tag", "",
          properties.anchor.has_value() ? properties.anchor : properties.tag, "given here", ""});
    return false;
  }
  Push(EventKind::kAlias, span, {}, value::Style::kPlain);
  return true;
}

Parser::Step Parser::PushBlockScalar(const Properties& properties, int parent_indent) {
  const char* const begin = scanner_.position();
  const char* const line = scanner_.line();
  Event scalar{};
  const ScanResult result = ScanBlockScalar(scanner_, parent_indent, &scalar);
  if (result != ScanResult::kDone) {
    return ReportScalarError(result, begin, line);
  }
  scalar.properties = out_.Keep(properties);
  out_.events.push_back(scalar);
  TakeNextRecovery();
  return Step::kDone;
}

Parser::Step Parser::ReportScalarError(ScanResult result, const char* begin, const char* line) {
  const source::Span opening = scanner_.SpanOf(begin, begin + 1);
  switch (result) {
    case ScanResult::kDone:
      return Step::kDone;
    case ScanResult::kUnterminated:
      resume_at_ = scanner_.line() == line ? nullptr : scanner_.line();
      if (const char* const last = ahead_.LastLineOfKey(begin); resume_at_ != nullptr && last != nullptr) {
        resume_at_ = ahead_.SkipEntry(static_cast<int>(begin - line), last);
      }
      return Fail({diag::Kind::kUnterminatedQuote,
                   opening,
                   "this quoted string is never closed",
                   "the string starts here",
                   {},
                   {},
                   "end it with `" + std::string(1, *begin) +
                       "`; the lines of a multi-line string must be indented more than its parent"});
    case ScanResult::kBadHeader:
      return Fail({diag::Kind::kYamlSyntax, scanner_.Here(1),
                   "the content of a block scalar starts on the line after `" + std::string(1, *begin) + "`",
                   "", opening, "the block scalar",
                   "only `+`, `-`, one digit and a comment are allowed on this line"});
    case ScanResult::kTabIndented:
      return ReportTab();
    case ScanResult::kColonOnNextLine:
    case ScanResult::kNoScalar:
      return Step::kError;
  }
  return Step::kError;
}

Parser::Step Parser::RequestNode(Part part, NodeRequest request) {
  top().part = part;
  top().requested_at = out_.events.size();
  request_ = request;
  return Step::kNode;
}

Parser::Step Parser::RequestFlowNode(Part part) {
  top().part = part;
  top().requested_at = out_.events.size();
  return Step::kNode;
}

Parser::Frame* Parser::PushFrame(FrameKind kind, Part part, source::Span begin) {
  const bool is_too_deep = frames_.size() >= limits_.depth;
  if (is_too_deep || frames_.size() >= StackLeft() / kStackOfLevel) {
    document_is_unreadable_ = true;
    Fail({is_too_deep ? diag::Kind::kLimitDepth : diag::Kind::kLimitCallDepth,
          begin,
          is_too_deep ? "collections are nested more than " + std::to_string(limits_.depth) + " levels deep"
                      : "collections are nested more deeply than the stack (`ulimit -s`) allows",
          "",
          {},
          {},
          ""});
    return nullptr;
  }
  Frame& frame = frames_.emplace_back(kind, part, begin);
  frame.requested_at = out_.events.size();
  frame.gap = std::exchange(next_recovery_, value::Recovery::kNone);
  frame.is_doubtful = frame.gap != value::Recovery::kNone;
  return &frame;
}

}  // namespace kval::yaml
