#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace kval::lsp {

// A place of a text as the Language Server Protocol counts: both from 0, characters in UTF-16 code units.
struct TextPosition {
  uint32_t line = 0;
  uint32_t character = 0;

  friend auto operator<=>(const TextPosition&, const TextPosition&) = default;
};

// The byte of a text (UTF-8) at a position. Lines end with `\n`, `\r\n` or `\r`. What lies behind a line is
// its end, before its break; what lies behind the text is the text's end; within a surrogate pair, its
// character's beginning. Costs what stands before it.
size_t ByteAt(std::string_view text, TextPosition position);

}  // namespace kval::lsp
