#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/source/columns.h"
#include "src/source/span.h"

namespace kval::source {

// One input: its text in UTF-8, its name for people, and its place in the virtual buffer.
//
// The text is followed by a NUL byte that is not part of it, so that scanners need no end check.
// Bytes that are not valid UTF-8 are kept as they came (encoding.h says what is converted before); only a
// leading byte order mark is not part of text().
class SourceFile {
 public:
  SourceFile(std::string name, std::string bytes, uint32_t base);
  SourceFile(const SourceFile&) = delete;
  SourceFile& operator=(const SourceFile&) = delete;

  // Gives it another place in the virtual buffer; spans of the old one mean nothing any more.
  void MoveTo(uint32_t base) { base_ = base; }

  const std::string& name() const { return name_; }
  std::string_view text() const { return std::string_view(bytes_).substr(mark_); }
  // Whether the byte stands anywhere in text(): known of each since the file was made, so that nobody walks
  // over all of a text for a sign that few texts have.
  bool Has(char byte) const { return has_[static_cast<uint8_t>(byte)]; }
  // Whether all of them do; for a word, whether it may stand there.
  bool HasAll(std::string_view bytes) const;
  // Whether there is a byte that is neither printable ASCII nor a tab or a line break.
  bool has_unusual() const { return has_unusual_; }
  // Whether all of it is secret, as what the data of a Secret stands for: its keys may be shown, no values.
  bool is_secret() const { return is_secret_; }
  void SetSecret() { is_secret_ = true; }
  // The bytes of the byte order mark that text() leaves out: 0 or 3.
  uint32_t mark_size() const { return mark_; }
  // The virtual offset of text()[0].
  uint32_t base() const { return base_; }
  Span span() const { return {base_, base_ + static_cast<uint32_t>(text().size())}; }
  bool Contains(uint32_t offset) const { return offset >= base_ && offset <= span().end; }

  std::string_view Text(Span span) const { return text().substr(span.begin - base_, span.size()); }
  // The line (1-based) of a place: its column costs more.
  uint32_t LineOf(uint32_t offset) const;
  LineColumn Locate(uint32_t offset) const;
  // The length of what stands in front of a place in its line. Does not grow with the line.
  Length Before(uint32_t offset) const;
  // The number of lines; a text that ends in a line break has no empty last line, an empty text one line.
  uint32_t line_count() const;
  // The text of a line (1-based) without its line break.
  Span LineSpan(uint32_t line) const;

 private:
  const std::vector<uint32_t>& Lines() const;

  std::string name_;
  std::string bytes_;
  uint32_t mark_;
  uint32_t base_;
  bool is_secret_ = false;
  bool has_unusual_ = false;
  std::array<bool, 256> has_{};
  void CountColumns() const;

  // Offsets of line starts within text(), built when first asked for, and the columns of long lines with
  // them.
  mutable std::vector<uint32_t> lines_;
  mutable Columns columns_;
};

}  // namespace kval::source
