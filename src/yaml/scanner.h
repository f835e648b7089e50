#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "src/source/source_file.h"
#include "src/yaml/characters.h"
#include "src/yaml/events.h"

namespace kval::yaml {

// How many `<`, `=` or `>` git writes into a line between the sides of a conflict.
inline constexpr size_t kConflictMarkSize = 7;

// The place in the text: position, line, comments and faults. Knows nothing of structure.
//
// Reads up to the end of the text or the first NUL in it. The byte at the end is always a NUL, so looking
// one byte ahead of a position before the end needs no check.
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
  // Only blanks stand before the position on its line.
  bool IsFirstOnLine() const;
  // A tab stands in the blanks before the first content of this line.
  bool tab_in_indentation() const { return tab_in_indentation_; }
  // Whether the line's indentation, which ends here, has blanks that are no spaces, which were reported.
  bool has_odd_indentation() const { return position_ == indentation_end_; }
  bool AtDocumentMark() const {
    return position_ == line_ && !AtEnd() && (*position_ == '-' || *position_ == '.') &&
           IsDocumentMark(position_);
  }

  void SkipBlanks() {
    while (IsBlank(*position_)) {
      ++position_;
    }
  }
  void SkipBreak();
  // Skips blanks, breaks and comments; true when a break was crossed.
  bool SkipToContent();
  // The end of the line, its break excluded, that `from` is in.
  const char* LineEnd(const char* from) const;
  // Takes the comment that starts at the position.
  void TakeComment(bool is_hidden = false);
  // While a byte order mark may stand at the position: before a document (YAML 1.2.2 section 5.2).
  void AllowByteOrderMark(bool allow) { allows_byte_order_mark_ = allow; }
  // The line at `line` is one of the lines that git leaves behind in a conflict. A line of `=` or `|` is one
  // only below the opening mark: elsewhere it may be text.
  bool IsConflictMark(const char* line) const;

  source::Span SpanOf(const char* begin, const char* end) const {
    return {base_ + static_cast<uint32_t>(begin - begin_), base_ + static_cast<uint32_t>(end - begin_)};
  }
  source::Span Here(size_t size = 0) const;
  const char* PointerTo(uint32_t offset) const { return begin_ + (offset - base_); }

  // Adds a fault, unless there are very many.
  void Report(Fault fault);
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
  const char* indentation_end_ = nullptr;  // behind blanks that are none, which count as one column each
  EventStream* out_;
};

}  // namespace kval::yaml
