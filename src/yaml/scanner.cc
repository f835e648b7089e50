#include "src/yaml/scanner.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>

#include "src/support/confusables.h"

namespace kval::yaml {
namespace {

bool IsRunOf(const char* line, char c) {
  for (size_t i = 0; i < kConflictMarkSize; ++i) {
    if (line[i] != c) {
      return false;
    }
  }
  return IsSpaceOrBreak(line[kConflictMarkSize]);
}

// Whether a line begins with the mark. Searches for the mark, which is rarer than lines.
bool HasLineOf(const source::SourceFile& file, std::string_view mark) {
  if (!file.HasAll(mark)) {
    return false;
  }
  const std::string_view text = file.text();
  for (size_t at = text.find(mark); at != std::string_view::npos; at = text.find(mark, at + 1)) {
    if (at == 0 || text[at - 1] == '\n') {
      return true;
    }
  }
  return false;
}

// A text of `=` alone underlines headings elsewhere, so it counts from the second line on only.
bool HasConflict(const source::SourceFile& file) {
  return HasLineOf(file, "<<<<<<< ") || HasLineOf(file, "=======\n") || HasLineOf(file, "=======\r") ||
         HasLineOf(file, ">>>>>>> ") || file.text().ends_with("\n=======");
}

}  // namespace

Scanner::Scanner(const source::SourceFile& file, EventStream* out)
    : begin_(file.text().data()),
      end_(begin_ + (file.Has('\0') ? file.text().find('\0') : file.text().size())),
      position_(begin_),
      line_(begin_),
      base_(file.base()),
      has_carriage_returns_(file.Has('\r')),
      has_conflict_(HasConflict(file)),
      out_(out) {}

bool Scanner::IsFirstOnLine() const {
  const char* at = position_;
  while (at > line_ && at != indentation_end_ && IsSpaceOrTab(at[-1])) {
    --at;
  }
  return at == line_ || at == indentation_end_;
}

// At the first non-ASCII character of a line: characters that look like indentation spaces are reported once
// per text and read as spaces.
void Scanner::SkipLookAlikes() {
  const char* const begin = position_;
  ptrdiff_t columns = position_ - line_;
  for (;;) {
    const std::optional<Confusable> found =
        GetConfusableAt({position_, static_cast<size_t>(end_ - position_)});
    const bool is_mark = found && found->code_point == 0xFEFF && allows_byte_order_mark_;
    if (*position_ != ' ' && (!found || !found->is_space())) {
      break;
    }
    if (found && !is_mark && !found_look_alikes_) {
      found_look_alikes_ = true;
      const bool is_byte_order_mark = found->code_point == 0xFEFF;
      Report({diag::Kind::kLookAlike,
              SpanOf(position_, position_ + found->length),
              is_byte_order_mark ? "a byte order mark is only allowed at the start of a file"
                                 : "the indentation contains the character " + Describe(*found),
              "",
              {},
              {},
              is_byte_order_mark ? "delete it: two files were joined here" : "indent with ASCII spaces"});
    }
    columns += found && found->ascii == 0 ? 0 : 1;
    position_ += found ? found->length : 1;
  }
  if (position_ != begin) {
    line_ = position_ - columns;
    indentation_end_ = position_;
  }
}

void Scanner::Report(SyntaxError error) {
  if (out_->errors.size() < kMaxSyntaxErrors) {
    out_->errors.push_back(std::move(error));
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

void Scanner::TakeComment(bool is_hidden) {
  const char* const end = LineEnd(position_);
  out_->comments.push_back({SpanOf(position_, end), is_hidden});
  position_ = end;
}

bool Scanner::SkipToContent() {
  bool crossed = false;
  for (;;) {
    const bool at_line_start = position_ == line_;
    while (*position_ == ' ') {
      ++position_;
    }
    if (at_line_start && static_cast<uint8_t>(*position_) >= 0x80) {
      SkipLookAlikes();
    }
    if (*position_ == '\t') {
      tab_in_indentation_ = tab_in_indentation_ || at_line_start;
      SkipSpaces();
    }
    if (*position_ == '#' && (position_ == line_ || IsSpaceOrTab(position_[-1]))) {
      TakeComment();
    } else if (has_conflict_ && at_line_start && (IsConflictMark(line_) || IsRunOf(line_, '='))) {
      SkipConflict();
      crossed = true;
      continue;
    }
    if (*position_ == '`' && AtFence()) {
      SkipFence();
    }
    if (!IsBreak(*position_) || AtEnd()) {
      return crossed;
    }
    SkipBreak();
    crossed = true;
  }
}

// At a line of three backticks, with the name of a language at most, which begins or ends code in Markdown.
bool Scanner::AtFence() const {
  const char* at = position_ + 1;
  while (*at == '`') {
    ++at;
  }
  const bool has_three = at - position_ == 3;
  while (!IsSpaceOrBreak(*at) && *at != '`') {
    ++at;
  }
  return has_three && IsBreak(*at) && IsFirstOnLine();
}

// Skips the line. A closing fence is not a separate mistake.
void Scanner::SkipFence() {
  const char* const begin = position_;
  position_ = LineEnd(begin);
  in_fence_ = !in_fence_;
  if (in_fence_) {
    Report({diag::Kind::kYamlSyntax,
            SpanOf(begin, position_),
            "this line is a Markdown code fence, not YAML",
            "",
            {},
            {},
            "delete it",
            {},
            SyntaxRepair::kDeleteLine});
  }
}

bool Scanner::IsConflictMark(const char* line) const {
  return has_conflict_ && (IsRunOf(line, '<') || IsRunOf(line, '>') ||
                           (in_conflict_ && (IsRunOf(line, '=') || IsRunOf(line, '|'))));
}

// Keeps the first of the two versions: the line of the opening mark is skipped, and all from the middle
// mark (or that of the common ancestor) to the closing one. Of a mark that was left behind only its line.
void Scanner::SkipConflict() {
  const char* const mark = line_;
  if (*mark == '<' || !in_conflict_) {
    position_ = LineEnd(mark);
    in_conflict_ = *mark == '<';
    Report({diag::Kind::kConflictMarker,
            SpanOf(mark, position_),
            "unresolved merge conflict marker",
            "this line is left over from a merge",
            {},
            {},
            *mark == '<' ? "resolve the conflict: keep one of the versions and delete the marker lines"
                         : "delete the line, and check whether both versions are still in the file"});
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
      break;
    }
  }
  in_conflict_ = false;
}

}  // namespace kval::yaml
