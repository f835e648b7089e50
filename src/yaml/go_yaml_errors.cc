#include "src/yaml/go_yaml_errors.h"

#include <algorithm>
#include <string>

#include "src/source/quick_contains.h"

namespace kval::yaml {
namespace {

constexpr std::string_view kTab = "go-yaml, the parser of ytt, Helm and kubectl, does not accept a tab here";

bool IsSpaceBreakOrEnd(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\0';
}

}  // namespace

bool UsesGoYaml(value::Dialect dialect) {
  return dialect == value::Dialect::kYtt || dialect == value::Dialect::kHelm ||
         dialect == value::Dialect::kK8s;
}

GoYamlErrors::GoYamlErrors(const source::SourceFile& source, value::Dialect dialect, EventStream* stream)
    : source_(source), text_(source.text()), dialect_(dialect), stream_(*stream) {
  if (!UsesGoYaml(dialect)) {
    return;
  }
  has_tabs_ = source.Has('\t');
  for (size_t at = source.Has('%') ? text_.find('%') : std::string_view::npos;
       at != std::string_view::npos && !has_directives_; at = text_.find('%', at + 1)) {
    has_directives_ = at == 0 || text_[at - 1] == '\n';
  }
  FindBreaks();
  is_active_ = has_tabs_ || has_directives_ || !breaks_.empty() || source.Has('[') || source.Has('{') ||
               source::QuickContains(source, "\\/");
}

void GoYamlErrors::Take(size_t final) {
  while (is_active_ && next_ < final) {
    is_active_ = stream_.errors.size() == own_errors_;
    if (is_active_) {
      CheckEvent(stream_.events[next_]);
    }
    ++next_;
  }
  next_ = final;
}

void GoYamlErrors::Finish() {
  Take(stream_.events.size());
  if (is_active_ && stream_.errors.size() == own_errors_) {
    CheckBetween(text_.size());
  }
}

size_t GoYamlErrors::OffsetOf(uint32_t at) const {
  return at - source_.base();
}

void GoYamlErrors::CheckEvent(const Event& event) {
  switch (event.kind) {
    case EventKind::kMappingStart:
    case EventKind::kSequenceStart:
      Start(event);
      return;
    case EventKind::kMappingEnd:
    case EventKind::kSequenceEnd:
      End(event);
      return;
    case EventKind::kDocumentStart:
    case EventKind::kDocumentEnd:
      if (event.span.size() > 0) {
        Directives(OffsetOf(event.span.begin));
        CheckBetween(OffsetOf(event.span.begin));
        Pass(event);
      }
      return;
    case EventKind::kScalar:
    case EventKind::kAlias:
      if (event.span.size() > 0) {
        CheckBetween(OffsetOf(event.span.begin));
        Scalar(event);
        Pass(event);
      }
      return;
  }
}

void GoYamlErrors::Start(const Event& event) {
  const size_t begin = OffsetOf(event.span.begin);
  if (event.style == value::Style::kFlow) {
    CheckBetween(begin);
    ++flow_depth_;
    tabs_from_ = kNowhere;
    place_ = std::max(place_, begin);
    open_.push_back(kFlow);
    return;
  }
  int column = 0;
  if (has_tabs_ && begin > 0) {
    const size_t line = text_.rfind('\n', begin - 1);
    column = static_cast<int>(begin - (line == std::string_view::npos ? 0 : line + 1));
  }
  open_.push_back(column);
}

void GoYamlErrors::End(const Event& event) {
  const bool is_flow = open_.back() == kFlow;
  open_.pop_back();
  flow_depth_ -= is_flow ? 1 : 0;
  if (is_flow && event.span.size() > 0) {
    Pass(event);
  }
}

void GoYamlErrors::Pass(const Event& event) {
  tabs_from_ = FirstColumnForTabs(event);
  place_ = OffsetOf(event.span.end);
}

// Text between two values: spaces, comments, indicators, anchors and tags.
void GoYamlErrors::CheckBetween(size_t end) {
  BreaksBetween(end);
  if (!has_tabs_ || flow_depth_ > 0 || place_ >= end ||
      text_.substr(place_, end - place_).find('\t') == std::string_view::npos) {
    return;
  }
  // Whether a key may start here, where tabs are not spaces; go-yaml looks for one at the start of each line.
  bool may_be_key = place_ == 0;
  size_t line = place_;
  // Up to a comment or an indicator, the lines still are those of the text before them.
  size_t tabs_from = tabs_from_;
  for (size_t at = place_; at < end; ++at) {
    const char c = text_[at];
    if (c == '\n' || c == '\r') {
      may_be_key = true;
      line = at + 1;
      continue;
    }
    if (c == ' ') {
      continue;
    }
    if (c == '\t') {
      if (may_be_key && at - line < tabs_from) {
        Tab(at);
        return;
      }
      continue;
    }
    tabs_from = kNowhere;
    if (c == '#' && (at == 0 || IsSpaceBreakOrEnd(text_[at - 1]))) {
      at = std::min(text_.find('\n', at), end) - 1;
      continue;
    }
    const bool is_indicator =
        (c == '-' || c == '?' || c == ':') && (at + 1 >= end || IsSpaceBreakOrEnd(text_[at + 1]));
    may_be_key = may_be_key && is_indicator;
  }
}

// After a plain scalar or a block scalar, tabs count as spaces from a certain column on.
size_t GoYamlErrors::FirstColumnForTabs(const Event& event) const {
  if (event.kind != EventKind::kScalar) {
    return kNowhere;
  }
  switch (event.style) {
    case value::Style::kPlain:
      return open_.empty() ? 0 : static_cast<size_t>(open_.back()) + 1;
    case value::Style::kLiteral:
    case value::Style::kFolded:
      return event.indentation;
    default:
      return kNowhere;
  }
}

void GoYamlErrors::Scalar(const Event& event) {
  const std::string_view text = source_.Text(event.span);
  BreaksIn(event);
  switch (event.style) {
    case value::Style::kDoubleQuoted:
      Escapes(event, text);
      return;
    case value::Style::kLiteral:
    case value::Style::kFolded:
      Block(event, text);
      return;
    case value::Style::kPlain:
      if (flow_depth_ > 0 && event.kind == EventKind::kScalar) {
        InBrackets(event, text);
      }
      return;
    default:
      return;
  }
}

void GoYamlErrors::Escapes(const Event& event, std::string_view text) {
  for (size_t at = text.find('\\'); at != std::string_view::npos && at + 1 < text.size();
       at = text.find('\\', at + 2)) {
    if (text[at + 1] == '/') {
      Report(diag::Kind::kBadEscape, OffsetOf(event.span.begin) + at, 2,
             "`\\/` is not an escape sequence in go-yaml, the parser of ytt, Helm and kubectl", "write `/`");
      return;
    }
  }
}

// A tab in front of where the text begins in its lines; nowhere in front of its first line.
void GoYamlErrors::Block(const Event& event, std::string_view text) {
  if (!has_tabs_) {
    return;
  }
  const size_t header = text.find('\n');
  const bool is_stated =
      text.substr(0, header).substr(0, text.find('#')).find_first_of("123456789") != std::string_view::npos;
  bool is_leading = !is_stated;
  for (size_t line = header; line != std::string_view::npos && line + 1 < text.size();
       line = text.find('\n', line)) {
    ++line;
    const size_t first = std::min(text.find_first_not_of(' ', line), text.size());
    const bool is_tab = first < text.size() && text[first] == '\t';
    if (is_tab && (is_leading || first - line < event.indentation)) {
      Tab(OffsetOf(event.span.begin) + first);
      return;
    }
    is_leading = is_leading && (first == text.size() || text[first] == '\n' || text[first] == '\r');
  }
}

void GoYamlErrors::InBrackets(const Event& event, std::string_view text) {
  const size_t begin = OffsetOf(event.span.begin);
  const size_t question = text.find('?');
  if (question != std::string_view::npos && question > 0) {
    Report(diag::Kind::kYamlSyntax, begin + question, 1,
           "in a flow collection go-yaml ends the scalar at this `?`", "quote the scalar",
           "ytt, Helm and kubectl use go-yaml");
  } else if (text[0] == ':') {
    Report(diag::Kind::kYamlSyntax, begin, 1,
           "in a flow collection go-yaml reads this `:` as the end of a key", "quote the scalar",
           "ytt, Helm and kubectl use go-yaml");
  }
  const size_t end = OffsetOf(event.span.end);
  if (end + 1 < text_.size() && text_[end] == ':' &&
      std::string_view(",]}").find(text_[end + 1]) != std::string_view::npos) {
    Report(diag::Kind::kYamlSyntax, end, 1,
           "in a flow collection go-yaml reads this `:` as part of the scalar",
           "put a space after the `:` of a key without a value, or quote the scalar",
           "ytt, Helm and kubectl use go-yaml");
  }
}

void GoYamlErrors::Tab(size_t at) {
  Report(diag::Kind::kTabIndent, at, 1, kTab, "use spaces");
}

void GoYamlErrors::Report(diag::Kind kind, size_t at, uint32_t size, std::string_view message,
                          std::string_view hint, std::string_view label, SyntaxRepair repair) {
  if (own_errors_ >= kMaxSyntaxErrors) {
    return;
  }
  const uint32_t begin = source_.base() + static_cast<uint32_t>(at);
  ++own_errors_;
  stream_.errors.push_back({kind,
                            {begin, begin + size},
                            std::string(message),
                            std::string(label),
                            {},
                            {},
                            std::string(hint),
                            {},
                            repair});
}

}  // namespace kval::yaml
