#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/source/columns.h"
#include "src/source/span.h"

namespace kval::source {

// One input: its UTF-8 text, display name and position in the virtual buffer.
//
// A NUL byte that is not part of the text follows it, so scanners need no end check. Invalid UTF-8 is kept;
// text() excludes a leading byte order mark. encoding.h describes prior conversion.
class SourceFile {
 public:
  SourceFile(std::string name, std::string bytes, uint32_t base);
  SourceFile(const SourceFile&) = delete;
  SourceFile& operator=(const SourceFile&) = delete;

  // Moves the file to another offset of the virtual buffer; earlier spans become invalid.
  void MoveTo(uint32_t base) { base_ = base; }

  const std::string& name() const { return name_; }
  std::string_view text() const { return std::string_view(bytes_).substr(mark_); }
  // Returns whether `byte` occurs in text(). O(1): computed once per file.
  bool Has(char byte) const { return has_[static_cast<uint8_t>(byte)]; }
  // Returns whether all bytes occur; for a word, whether it may occur.
  bool HasAll(std::string_view bytes) const;
  // Whether there is a byte that is neither printable ASCII nor a tab or a line break.
  bool has_unusual() const { return has_unusual_; }
  // Whether the whole text is secret, like the data of a Secret: keys may be shown, values not.
  bool is_secret() const { return is_secret_; }
  void SetSecret() { is_secret_ = true; }
  // Whether the text was converted from UTF-16 or UTF-32 with a byte order mark.
  bool is_wide() const { return is_wide_; }
  void SetWide() { is_wide_ = true; }
  // The bytes of the byte order mark that text() leaves out: 0 or 3.
  uint32_t mark_size() const { return mark_; }
  // The virtual offset of text()[0].
  uint32_t base() const { return base_; }
  Span span() const { return {base_, base_ + static_cast<uint32_t>(text().size())}; }
  bool Contains(uint32_t offset) const { return offset >= base_ && offset <= span().end; }

  std::string_view Text(Span span) const { return text().substr(span.begin - base_, span.size()); }
  // Returns the line (1-based) of an offset. Cheaper than computing the column.
  uint32_t LineOf(uint32_t offset) const;
  LineColumn Locate(uint32_t offset) const;
  // Returns the length of the line before `offset`. Cost: independent of the line's length.
  Length Before(uint32_t offset) const;
  // The number of lines; a text that ends in a line break has no empty last line, an empty text one line.
  uint32_t line_count() const;
  // Returns the span of a line (1-based) without its line break.
  Span LineSpan(uint32_t line) const;

 private:
  const std::vector<uint32_t>& Lines() const;

  std::string name_;
  std::string bytes_;
  uint32_t mark_;
  uint32_t base_;
  bool is_secret_ = false;
  bool is_wide_ = false;
  bool has_unusual_ = false;
  std::array<bool, 256> has_{};
  void CountColumns() const;

  // Offsets of line starts within text(), built when first asked for, and the columns of long lines with
  // them.
  mutable std::vector<uint32_t> lines_;
  mutable Columns columns_;
};

}  // namespace kval::source
