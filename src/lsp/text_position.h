#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace kval::lsp {

// A place of a text as the Language Server Protocol counts: both from 0, characters in UTF-16 code units.
struct TextPosition {
  uint32_t line = 0;
  uint32_t character = 0;

  friend auto operator<=>(const TextPosition&, const TextPosition&) = default;
};

// Returns the byte offset of a position in UTF-8 text. Lines end with `\n`, `\r\n` or `\r`. A position after
// the end of a line or of the text is clamped to that end; a position within a surrogate pair to the start of
// its character. Linear in the offset.
size_t ByteAt(std::string_view text, TextPosition position);
// Returns the position of a byte in a line that contains it.
TextPosition PositionInLine(std::string_view text, uint32_t line, size_t at);

// Converts many bytes of one text to positions. Built in linear time; each conversion takes constant time.
// The text must outlive it.
class TextPositions {
 public:
  explicit TextPositions(std::string_view text);
  // `at` starts a character, or is the end of the text.
  TextPosition At(size_t at) const;

 private:
  std::string_view text_;
  std::vector<TextPosition> checkpoints_;  // of every 64th byte
};

}  // namespace kval::lsp
