#include "src/yaml/pasted_diff_recovery.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/yaml/reader.h"

namespace kval::yaml {
namespace {

enum class LineKind : uint8_t {
  kOther,
  kAdded,    // `+` and the line
  kRemoved,  // `-` and the line
  kHeading,  // of a hunk or a file
  kContext,  // a space and the line
};

struct Line {
  uint32_t begin = 0;
  uint32_t end = 0;  // its break excluded
  LineKind kind = LineKind::kOther;

  bool is_marked() const {
    return kind == LineKind::kAdded || kind == LineKind::kRemoved || kind == LineKind::kHeading;
  }
  bool is_shifted() const { return kind == LineKind::kAdded || kind == LineKind::kContext; }
};

// Whether a `+` or `@@ -` is in the first column; searches for the marks, which are rarer than lines.
bool HasMark(const source::SourceFile& file) {
  const std::string_view text = file.text();
  const auto has = [&](std::string_view mark) {
    if (!file.HasAll(mark)) {
      return false;
    }
    for (size_t at = text.find(mark); at != std::string_view::npos; at = text.find(mark, at + 1)) {
      if (at == 0 || text[at - 1] == '\n') {
        return true;
      }
    }
    return false;
  };
  return has("+") || has("@@ -");
}

size_t SpacesOf(std::string_view text) {
  return std::min(text.find_first_not_of(' '), text.size());
}

bool IsEntryOrItem(std::string_view text) {
  text.remove_prefix(SpacesOf(text));
  return text.starts_with("- ") || text.ends_with(':') || text.find(": ") != std::string_view::npos;
}

bool IsHeading(std::string_view text) {
  return text.starts_with("@@ -") || text.starts_with("diff --git ") || text.starts_with("+++ ") ||
         text.starts_with("--- a/");
}

// How much speaks for a diff.
enum class Evidence : uint8_t {
  kNone,
  kSome,  // enough where the text is no YAML
  kMuch,  // unusual start of a key
};

// Of one line: `+ key: x` may be an entry, `+- item` and `+  key: x` hardly are.
Evidence EvidenceOf(std::string_view text) {
  if (text.starts_with("@@ -") || text.starts_with("+- ")) {
    return Evidence::kMuch;
  }
  if (!text.starts_with("+ ") || !IsEntryOrItem(text.substr(1))) {
    return Evidence::kNone;
  }
  return text.starts_with("+  ") ? Evidence::kMuch : Evidence::kSome;
}

// Text after a `-` that removes a line is indented by an even number of spaces, unlike that of an item.
bool IsRemoval(std::string_view text) {
  return text.starts_with('-') && !text.starts_with("---") && SpacesOf(text.substr(1)) % 2 == 0;
}

class Diff {
 public:
  explicit Diff(std::string_view text) : text_(text) {
    Divide();
    for (size_t i = 0; i < lines_.size();) {
      size_t end = i;
      while (end < lines_.size() && LooksMarked(end)) {
        ++end;
      }
      const Evidence evidence = EvidenceOfRun(i, end);
      if (evidence != Evidence::kNone) {
        Mark(i, end);
        evidence_ = std::max(evidence_, evidence);
      }
      i = std::max(end, i + 1);
    }
  }

  bool empty() const { return runs_.empty(); }
  Evidence evidence() const { return evidence_; }
  const std::vector<Line>& runs() const { return runs_; }

  // The intended text, of the same size: a line without its first column has a space at its end.
  std::string Cleaned() const {
    std::string text(text_);
    for (const Line& line : lines_) {
      const auto begin = text.begin() + line.begin;
      const auto end = text.begin() + line.end;
      if (line.is_shifted()) {
        std::move(begin + 1, end, begin);
        end[-1] = ' ';
      } else if (line.is_marked()) {
        std::fill(begin, end, ' ');
      }
    }
    return text;
  }

  // Maps an offset of the cleaned text to the original.
  uint32_t ToOriginal(uint32_t offset) const {
    const Line* line = LineAt(offset);
    return line != nullptr && line->is_shifted() ? std::min(offset + 1, line->end) : offset;
  }

  // The same for an end after that character: the space at the end of a line is not in the original.
  uint32_t OriginalEnd(uint32_t last) const {
    const Line* line = LineAt(last);
    return line != nullptr && line->is_shifted() ? std::min(last + 2, line->end) : last + 1;
  }

  bool IsAtMark(uint32_t offset) const {
    const Line* line = LineAt(offset);
    return line != nullptr && line->is_marked() && line->begin == offset;
  }

 private:
  void Divide() {
    for (size_t begin = 0; begin < text_.size();) {
      const size_t end = std::min(text_.find('\n', begin), text_.size());
      const size_t is_crlf = end > begin && text_[end - 1] == '\r' ? 1 : 0;
      lines_.push_back({static_cast<uint32_t>(begin), static_cast<uint32_t>(end - is_crlf)});
      begin = end + 1;
    }
  }

  const Line* LineAt(uint32_t offset) const {
    const auto following = std::upper_bound(lines_.begin(), lines_.end(), offset,
                                            [](uint32_t at, const Line& line) { return at < line.begin; });
    return following == lines_.begin() ? nullptr : &*(following - 1);
  }

  std::string_view TextOf(size_t line) const {
    return text_.substr(lines_[line].begin, lines_[line].end - lines_[line].begin);
  }

  bool LooksMarked(size_t line) const {
    const std::string_view text = TextOf(line);
    return text.starts_with('+') || IsRemoval(text) || IsHeading(text);
  }

  // Two `+` below each other are some together (`+1` and `+2` may be keys), a `-` and a `+` with the same key
  // behind them much, unless that is a number.
  Evidence EvidenceOfRun(size_t begin, size_t end) const {
    Evidence evidence = Evidence::kNone;
    for (size_t i = begin; i < end && evidence != Evidence::kMuch; ++i) {
      const std::string_view text = TextOf(i);
      const std::string_view next = i + 1 < end ? TextOf(i + 1) : std::string_view();
      evidence = std::max(evidence, EvidenceOf(text));
      if (text.starts_with('+') && next.starts_with('+')) {
        evidence = std::max(evidence, Evidence::kSome);
      }
      const std::string_view key = text.substr(0, text.find(':'));
      if (text.starts_with('-') && next.starts_with('+') && key.size() > 1 &&
          next.substr(1).starts_with(key.substr(1))) {
        const bool is_number = key[1] >= '0' && key[1] <= '9';
        evidence = std::max(evidence, is_number ? Evidence::kSome : Evidence::kMuch);
      }
    }
    return evidence;
  }

  void Mark(size_t begin, size_t end) {
    const bool joins = begin > 0 && lines_[begin - 1].kind != LineKind::kOther;
    for (size_t i = begin; i < end; ++i) {
      const std::string_view text = TextOf(i);
      lines_[i].kind = IsHeading(text)         ? LineKind::kHeading
                       : text.starts_with('+') ? LineKind::kAdded
                                               : LineKind::kRemoved;
    }
    if (!joins) {
      runs_.push_back(lines_[begin]);
    }
    for (size_t i = begin; i > 0 && IsContext(i - 1); --i) {
      lines_[i - 1].kind = LineKind::kContext;
    }
    for (size_t i = end; i < lines_.size() && IsContext(i); ++i) {
      lines_[i].kind = LineKind::kContext;
    }
  }

  // A context line pasted with the marked ones is one column further right than others.
  bool IsContext(size_t line) const {
    return lines_[line].kind == LineKind::kOther && SpacesOf(TextOf(line)) % 2 == 1;
  }

  std::string_view text_;
  std::vector<Line> lines_;
  std::vector<Line> runs_;  // the first line of each
  Evidence evidence_ = Evidence::kNone;
};

// Gives all spans of a stream their places in the text.
class Mover {
 public:
  Mover(const Diff& diff, uint32_t base) : diff_(diff), base_(base) {}

  void Move(EventStream* stream) const {
    for (Event& event : stream->events) {
      Move(&event.span);
    }
    for (NodeProperties& properties : stream->properties) {
      Move(&properties.anchor);
      Move(&properties.tag);
    }
    for (Comment& comment : stream->comments) {
      Move(&comment.span);
    }
    for (TagDirective& directive : stream->tag_directives) {
      Move(&directive.handle);
      Move(&directive.prefix);
    }
    for (source::Span& dash : stream->dashes) {
      Move(&dash);
    }
    for (SyntaxError& error : stream->errors) {
      Move(&error.at);
      Move(&error.related);
      Move(&error.ended_by);
    }
  }

 private:
  void Move(source::Span* span) const {
    if (span->has_value()) {
      const uint32_t size = span->end - span->begin;
      const uint32_t begin = base_ + diff_.ToOriginal(span->begin - base_);
      const uint32_t end = size == 0 ? begin : base_ + diff_.OriginalEnd(span->end - 1 - base_);
      *span = {begin, end};
    }
  }

  const Diff& diff_;
  const uint32_t base_;
};

// Whether the text as it is was not understood, because of the marks or so that they may be the reason.
bool IsDisputed(const EventStream& as_it_is, const EventStream& as_suggested, const Diff& diff,
                uint32_t base) {
  const auto is_at_mark = [&](const Event& event) {
    return event.kind == EventKind::kScalar && event.style == value::Style::kPlain && !event.is_missing &&
           diff.IsAtMark(event.span.begin - base);
  };
  const size_t errors = as_it_is.errors.size();
  return as_suggested.errors.size() < errors ||
         (as_suggested.errors.size() == errors &&
          std::any_of(as_it_is.events.begin(), as_it_is.events.end(), is_at_mark));
}

}  // namespace

std::optional<EventStream> ReadWithoutDiffMarkers(const source::SourceFile& file, const Limits& limits) {
  if (!HasMark(file)) {
    return std::nullopt;
  }
  const Diff diff(file.text());
  if (diff.empty()) {
    return std::nullopt;
  }
  const EventStream as_it_is = NativeReader().Read(file, limits);
  if (as_it_is.errors.empty() && diff.evidence() != Evidence::kMuch) {
    return std::nullopt;
  }
  EventStream as_suggested =
      NativeReader().Read(source::SourceFile(file.name(), diff.Cleaned(), file.base()), limits);
  if (!IsDisputed(as_it_is, as_suggested, diff, file.base())) {
    return std::nullopt;
  }
  Mover(diff, file.base()).Move(&as_suggested);
  for (const Line& line : diff.runs()) {
    as_suggested.errors.push_back(
        {diag::Kind::kConflictMarker,
         {file.base() + line.begin, file.base() + line.end},
         "the file contains lines of a diff",
         "the first of these lines",
         {},
         {},
         "delete the lines that start with `-` or `@@`, and the first column of the other lines"});
  }
  std::stable_sort(as_suggested.errors.begin(), as_suggested.errors.end(),
                   [](const SyntaxError& a, const SyntaxError& b) { return a.at.begin < b.at.begin; });
  return as_suggested;
}

}  // namespace kval::yaml
