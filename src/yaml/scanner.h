#pragma once

#include <cstddef>
#include <cstdint>

#include "src/source/source_file.h"
#include "src/yaml/characters.h"
#include "src/yaml/events.h"

namespace kval::yaml {

// The number of `<`, `=` or `>` in git's conflict markers.
inline constexpr size_t kConflictMarkSize = 7;

// The position in the text with line, comments and errors. Independent of structure.
//
// Reads to the end of the text or its first NUL. The byte at the end is a NUL, so one byte of lookahead needs
// no check.
class Scanner {
 public:
  Scanner(const source::SourceFile& file, EventStream* out);

  const char* position() const { return position_; }
  void MoveTo(const char* position) { position_ = position; }
  // Also sets the start of the line that `position` is in; for moving across line breaks.
  void MoveTo(const char* position, const char* line, bool tab_in_indentation = false) {
    position_ = position;
    line_ = line;
    tab_in_indentation_ = tab_in_indentation;
  }
  const char* line() const { return line_; }
  const char* end() const { return end_; }
  char Peek(size_t ahead = 0) const { return position_[ahead]; }
  void Advance(size_t count = 1) { position_ += count; }
  bool AtEnd() const { return position_ >= end_; }
  int Column() const { return static_cast<int>(position_ - line_); }
  // Whether only spaces precede the position on its line.
  bool IsFirstOnLine() const;
  // Whether a tab is in the indentation of this line.
  bool tab_in_indentation() const { return tab_in_indentation_; }
  // Whether the line's indentation, which ends here, has reported characters other than spaces.
  bool has_irregular_indentation() const { return position_ == indentation_end_; }
  bool AtDocumentMark() const {
    return position_ == line_ && !AtEnd() && (*position_ == '-' || *position_ == '.') &&
           IsDocumentMark(position_);
  }

  void SkipSpaces() {
    while (IsSpaceOrTab(*position_)) {
      ++position_;
    }
  }
  void SkipBreak();
  // Skips spaces, breaks and comments; returns true if a break was skipped.
  bool SkipToContent();
  // Returns the end of the line that contains `from`, without its line break.
  const char* LineEnd(const char* from) const;
  // Consumes the comment that starts at the position.
  void TakeComment(bool is_hidden = false);
  // Permits a byte order mark at the position: before a document (YAML 1.2.2 section 5.2).
  void AllowByteOrderMark(bool allow) { allows_byte_order_mark_ = allow; }
  // Returns whether the line is a conflict marker of git. `=` and `|` lines are markers only after an opening
  // marker: elsewhere they may be content.
  bool IsConflictMark(const char* line) const;

  source::Span SpanOf(const char* begin, const char* end) const {
    return {base_ + static_cast<uint32_t>(begin - begin_), base_ + static_cast<uint32_t>(end - begin_)};
  }
  source::Span Here(size_t size = 0) const;
  const char* PointerTo(uint32_t offset) const { return begin_ + (offset - base_); }

  // Adds an error, up to a maximum.
  void Report(SyntaxError error);
  EventStream& out() { return *out_; }
  const EventStream& out() const { return *out_; }

 private:
  void SkipConflict();
  bool AtFence() const;
  void SkipFence();
  void SkipLookAlikes();

  const char* begin_;
  const char* end_;
  const char* position_;
  const char* line_;
  uint32_t base_;
  bool has_carriage_returns_;
  bool has_conflict_;
  bool tab_in_indentation_ = false;
  bool in_conflict_ = false;
  bool in_fence_ = false;
  bool allows_byte_order_mark_ = false;
  bool found_look_alikes_ = false;
  const char* indentation_end_ = nullptr;  // after space-like characters, which count as one column each
  EventStream* out_;
};

}  // namespace kval::yaml
