#include "src/yaml/scanner.h"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

namespace kval::yaml {
namespace {

constexpr size_t kConflictMarkSize = 7;
// A bound on memory only: what is reported is bounded by Limits::syntax_faults.
constexpr size_t kMaxFaults = 1000;

bool IsRunOf(const char* line, char c) {
  for (size_t i = 0; i < kConflictMarkSize; ++i) {
    if (line[i] != c) {
      return false;
    }
  }
  return IsBlankOrBreak(line[kConflictMarkSize]);
}

bool HasConflict(std::string_view text) {
  constexpr std::string_view kOpening = "\n<<<<<<< ";
  return text.starts_with(kOpening.substr(1)) || text.find(kOpening) != std::string_view::npos;
}

}  // namespace

Scanner::Scanner(const source::SourceFile& file, EventStream* out)
    : begin_(file.text().data()),
      end_(begin_ + std::min(file.text().size(), file.text().find('\0'))),
      position_(begin_),
      line_(begin_),
      base_(file.base()),
      has_carriage_returns_(file.text().find('\r') != std::string_view::npos),
      has_conflict_(HasConflict(file.text())),
      out_(out) {}

bool Scanner::IsFirstOnLine() const {
  const char* at = position_;
  while (at > line_ && IsBlank(at[-1])) {
    --at;
  }
  return at == line_;
}

void Scanner::Report(Fault fault) {
  if (out_->faults.size() < kMaxFaults) {
    out_->faults.push_back(std::move(fault));
  }
}

source::Span Scanner::Here(size_t size) const {
  return SpanOf(position_, std::min(position_ + size, end_));
}

void Scanner::SkipBreak() {
  position_ += position_[0] == '\r' && position_[1] == '\n' ? 2 : 1;
  line_ = position_;
  tab_in_indentation_ = false;
}

const char* Scanner::LineEnd(const char* from) const {
  if (!has_carriage_returns_) {
    const void* found = std::memchr(from, '\n', static_cast<size_t>(end_ - from));
    return found == nullptr ? end_ : static_cast<const char*>(found);
  }
  while (!IsBreak(*from)) {
    ++from;
  }
  return from;
}

void Scanner::TakeComment() {
  const char* const end = LineEnd(position_);
  out_->comments.push_back({SpanOf(position_, end)});
  position_ = end;
}

bool Scanner::SkipToContent() {
  bool crossed = false;
  for (;;) {
    const bool at_line_start = position_ == line_;
    while (*position_ == ' ') {
      ++position_;
    }
    if (*position_ == '\t') {
      tab_in_indentation_ = tab_in_indentation_ || at_line_start;
      SkipBlanks();
    }
    if (*position_ == '#' && (position_ == line_ || IsBlank(position_[-1]))) {
      TakeComment();
    } else if (has_conflict_ && at_line_start && IsConflictMark(line_)) {
      SkipConflict();
      crossed = true;
      continue;
    }
    if (!IsBreak(*position_) || AtEnd()) {
      return crossed;
    }
    SkipBreak();
    crossed = true;
  }
}

bool Scanner::IsConflictMark(const char* line) const {
  return has_conflict_ &&
         (IsRunOf(line, '<') || IsRunOf(line, '=') || IsRunOf(line, '>') || IsRunOf(line, '|'));
}

// Keeps the first of the two versions: the line of the opening mark is skipped, and all from the middle
// mark (or that of the common ancestor) to the closing one.
void Scanner::SkipConflict() {
  const char* const mark = line_;
  if (*mark == '<') {
    position_ = LineEnd(mark);
    Report({diag::Kind::kConflictMarker,
            SpanOf(mark, position_),
            "the text has a merge conflict marker",
            "a merge left this line behind",
            {},
            {},
            "resolve the conflict: keep one of the versions and delete the marker lines"});
    if (!AtEnd()) {
      SkipBreak();
    }
    return;
  }
  while (!AtEnd()) {
    const bool closes = IsRunOf(line_, '>');
    position_ = LineEnd(line_);
    if (!AtEnd()) {
      SkipBreak();
    }
    if (closes) {
      return;
    }
  }
}

}  // namespace kval::yaml
