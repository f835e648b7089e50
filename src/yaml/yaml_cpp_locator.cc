#include "src/yaml/yaml_cpp_locator.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "src/yaml/characters.h"
#include "src/yaml/text_extents.h"

namespace kval::yaml {
namespace {

class Locator {
 public:
  Locator(const source::SourceFile& file, EventStream* out) : file_(file), text_(file.text()), out_(*out) {}

  void Locate(const std::vector<RawEvent>& raw) {
    for (size_t i = 0; i < raw.size(); ++i) {
      Take(raw[i], NextPosition(raw, i));
    }
    PassGap(text_.size());
  }

 private:
  struct Open {
    size_t event;
    bool has_bracket;
  };

  source::Span SpanOf(size_t begin, size_t end) const {
    return {file_.base() + static_cast<uint32_t>(begin), file_.base() + static_cast<uint32_t>(end)};
  }

  // Where the next node starts, or the end of the text.
  size_t NextPosition(const std::vector<RawEvent>& raw, size_t i) const {
    for (++i; i < raw.size(); ++i) {
      switch (raw[i].kind) {
        case EventKind::kMappingStart:
        case EventKind::kSequenceStart:
        case EventKind::kScalar:
        case EventKind::kAlias:
          return std::min(raw[i].position, text_.size());
        case EventKind::kDocumentStart:
        case EventKind::kDocumentEnd:
        case EventKind::kMappingEnd:
        case EventKind::kSequenceEnd:
          break;
      }
    }
    return text_.size();
  }

  void Take(const RawEvent& raw, size_t next) {
    Event event{};
    event.kind = raw.kind;
    switch (raw.kind) {
      case EventKind::kDocumentStart:
        TakeMarker(&event, '-', next);
        break;
      case EventKind::kDocumentEnd:
        TakeMarker(&event, '.', next);
        break;
      case EventKind::kMappingStart:
      case EventKind::kSequenceStart:
        TakeStart(raw, &event);
        break;
      case EventKind::kMappingEnd:
      case EventKind::kSequenceEnd:
        TakeEnd(&event);
        break;
      case EventKind::kScalar:
        TakeScalar(raw, next, &event);
        break;
      case EventKind::kAlias: {
        const size_t begin = std::min(raw.position, text_.size());
        Cover(begin, AliasEndAt(text_, begin), &event);
        break;
      }
    }
    out_.events.push_back(event);
  }

  // Moves the cursor over [begin, end), a token, after the gap before it.
  void Cover(size_t begin, size_t end, Event* event) {
    event->span = SpanOf(begin, end);
    PassGap(begin);
    cursor_ = std::max(cursor_, end);
  }

  // Looks for comments and dashes in the text between tokens.
  void PassGap(size_t end) {
    size_t at = cursor_;
    while (at < end) {
      if (IsCommentAt(text_, at)) {
        const size_t line_end = LineEndAt(text_, at);
        const size_t line_begin = text_.rfind('\n', at) + 1;  // 0 when there is none
        out_.comments.push_back({SpanOf(at, line_end), text_[line_begin] == '%'});
        at = line_end;
        continue;
      }
      const bool starts_word = at == 0 || IsSpaceOrBreak(text_[at - 1]);
      if (text_[at] == '-' && starts_word && (at + 1 >= text_.size() || IsSpaceOrBreak(text_[at + 1]))) {
        out_.dashes.push_back(SpanOf(at, at + 1));
      }
      ++at;
    }
    cursor_ = std::max({cursor_, at, end});
  }

  // The `---` or `...` between the cursor and `next`; the directives before a `---`.
  void TakeMarker(Event* event, char mark, size_t next) {
    size_t at = cursor_;
    if (at > 0 && !IsBreakOrEndAt(text_, at - 1)) {
      at = NextLineAt(text_, at);
    }
    for (; at < std::min(next + 1, text_.size()); at = NextLineAt(text_, at)) {
      if (text_.substr(at).starts_with("%TAG")) {
        TakeTagDirective(at);
      }
      if (IsDocumentMark(text_.data() + at) && text_[at] == mark) {
        Cover(at, at + 3, event);
        event->explicit_marker = true;
        return;
      }
      if (mark == '.' && IsDocumentMark(text_.data() + at)) {
        break;
      }
    }
    event->span = SpanOf(cursor_, cursor_);
  }

  void TakeTagDirective(size_t at) {
    const size_t end = LineEndAt(text_, at);
    const auto word = [&](size_t from) {
      size_t begin = from;
      while (begin < end && IsSpaceOrTabAt(text_, begin)) {
        ++begin;
      }
      size_t stop = begin;
      while (stop < end && !IsSpaceOrTabAt(text_, stop)) {
        ++stop;
      }
      return std::pair(begin, stop);
    };
    const auto handle = word(at + 4);
    const auto prefix = word(handle.second);
    out_.tag_directives.push_back({SpanOf(handle.first, handle.second), SpanOf(prefix.first, prefix.second),
                                   static_cast<uint32_t>(out_.events.size())});
  }

  // Takes the properties at `position`; gives where the node itself starts.
  size_t TakeProperties(size_t position, Event* event) {
    const PropertyExtents found = PropertiesAt(text_, std::min(position, text_.size()));
    NodeProperties properties;
    if (found.anchor_end > 0) {
      properties.anchor = SpanOf(found.anchor_begin, found.anchor_end);
    }
    if (found.tag_end > 0) {
      properties.tag = SpanOf(found.tag_begin, found.tag_end);
    }
    event->properties = out_.Keep(properties);
    const size_t last = std::max(found.anchor_end, found.tag_end);
    if (last > cursor_) {
      PassGap(last);
    }
    return found.end;
  }

  void TakeStart(const RawEvent& raw, Event* event) {
    event->style = raw.is_flow ? value::Style::kFlow : value::Style::kBlock;
    const size_t position = std::min(raw.position, text_.size());
    const bool is_key_property = raw.kind == EventKind::kMappingStart && !HasOwnProperties(raw);
    const size_t begin = is_key_property ? position : TakeProperties(position, event);
    const char first = begin < text_.size() ? text_[begin] : '\0';
    const bool has_bracket = raw.is_flow && (first == '[' || first == '{');
    open_.push_back({out_.events.size(), has_bracket});
    if (has_bracket) {
      Cover(begin, begin + 1, event);
    } else {
      event->span = SpanOf(begin, begin);
    }
  }

  // A block mapping at a property: the property is the mapping's own only when a line break follows it.
  bool HasOwnProperties(const RawEvent& raw) const {
    if (raw.is_flow) {
      const PropertyExtents found = PropertiesAt(text_, std::min(raw.position, text_.size()));
      return found.end < text_.size() && text_[found.end] == '{';
    }
    const PropertyExtents found = PropertiesAt(text_, std::min(raw.position, text_.size()));
    const size_t last = std::max(found.anchor_end, found.tag_end);
    const std::string_view between = text_.substr(last, found.end - std::min(last, found.end));
    return last > 0 && between.find_first_of("\r\n") != std::string_view::npos;
  }

  void TakeEnd(Event* event) {
    const Open open = open_.back();
    open_.pop_back();
    event->style = out_.events[open.event].style;
    if (!open.has_bracket) {
      event->span = SpanOf(cursor_, cursor_);
      return;
    }
    const char closing = event->kind == EventKind::kSequenceEnd ? ']' : '}';
    size_t at = cursor_;
    while (at < text_.size() && text_[at] != closing) {
      at = IsCommentAt(text_, at) ? LineEndAt(text_, at) : at + 1;
    }
    Cover(std::min(at, text_.size()), std::min(at + 1, text_.size()), event);
    out_.events[open.event].span.end = event->span.end;
  }

  void TakeScalar(const RawEvent& raw, size_t next, Event* event) {
    const size_t begin = TakeProperties(raw.position, event);
    const char first = begin < text_.size() ? text_[begin] : '\0';
    const bool is_quoted = first == '"' || first == '\'';
    if (raw.is_null) {
      TakeNull(begin, next, event);
    } else if (is_quoted) {
      event->style = first == '"' ? value::Style::kDoubleQuoted : value::Style::kSingleQuoted;
      event->needs_decoding = true;
      CoverScalar(raw, begin, QuotedEndAt(text_, begin), event);
    } else if (first == '|' || first == '>') {
      const BlockScalarExtent extent = BlockScalarAt(text_, begin, raw.content);
      event->style = first == '|' ? value::Style::kLiteral : value::Style::kFolded;
      event->needs_decoding = true;
      event->chomping = extent.chomping;
      event->indentation = extent.indentation;
      PassGap(begin);
      if (extent.comment_end > 0) {
        out_.comments.push_back({SpanOf(extent.comment_begin, extent.comment_end), true});
      }
      CoverScalar(raw, begin, extent.end, event);
    } else if (raw.content.empty()) {
      MakeAbsent(event);
    } else {
      const size_t end = PlainEndAt(text_, begin, raw.content);
      event->needs_decoding = end == kNotFound || text_.substr(begin, end - begin) != raw.content;
      CoverScalar(raw, begin, end, event);
    }
  }

  // Takes the scalar and checks that its text means what yaml-cpp says that it means.
  void CoverScalar(const RawEvent& raw, size_t begin, size_t end, Event* event) {
    if (end == kNotFound || begin < cursor_) {
      out_.errors.push_back({diag::Kind::kYamlSyntax,
                             SpanOf(std::min(begin, text_.size()), std::min(begin, text_.size())),
                             "yaml-cpp reads content here that the file does not have",
                             "",
                             {},
                             {},
                             "use the native YAML reader"});
      MakeAbsent(event);
      return;
    }
    Cover(begin, end, event);
    if (DecodeScalar(*event, file_, scratch_) != raw.content) {
      out_.errors.push_back({diag::Kind::kYamlSyntax,
                             event->span,
                             "yaml-cpp reads this part differently from the YAML specification",
                             "",
                             {},
                             {},
                             "use the native YAML reader"});
    }
  }

  // A null that is spelled out, or one made from nothing.
  void TakeNull(size_t begin, size_t next, Event* event) {
    for (const std::string_view word : {"null", "Null", "NULL", "~"}) {
      const size_t end = begin + word.size();
      const bool ends =
          end >= text_.size() || Is(text_[end], kSpaceOrTab | kBreak | kFlowMark) || text_[end] == ':';
      if (begin >= cursor_ && text_.substr(std::min(begin, text_.size())).starts_with(word) && ends &&
          (begin != next || next == text_.size())) {
        Cover(begin, end, event);
        return;
      }
    }
    MakeAbsent(event);
  }

  // Behind the indicator that the missing node belongs to.
  void MakeAbsent(Event* event) {
    size_t at = SkipSpaceAt(text_, cursor_);
    const bool at_indicator = at < text_.size() &&
                              (text_[at] == ':' || text_[at] == '-' || text_[at] == '?') &&
                              !IsDocumentMark(text_.data() + at);
    at = at_indicator ? at + 1 : cursor_;
    event->is_missing = true;
    event->needs_decoding = false;
    event->style = value::Style::kPlain;
    event->span = SpanOf(at, at);
    PassGap(at);
  }

  const source::SourceFile& file_;
  std::string_view text_;
  EventStream& out_;
  size_t cursor_ = 0;  // everything before it has been looked at
  std::vector<Open> open_;
  std::string scratch_;
};

}  // namespace

void LocateEvents(const source::SourceFile& file, const std::vector<RawEvent>& raw, EventStream* out) {
  Locator(file, out).Locate(raw);
}

}  // namespace kval::yaml
