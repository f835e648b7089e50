#include "src/lang/lex/escape_invisible.h"

#include "src/support/unicode.h"
#include "src/support/utf8.h"

namespace kval::lex {
namespace {

// Controls, invisible formatting and separators of lines. The two joiners are part of ordinary words and
// emoji.
bool IsUnseen(char32_t c) {
  constexpr char32_t kZeroWidthNonJoiner = 0x200C;
  constexpr char32_t kZeroWidthJoiner = 0x200D;
  return c != kZeroWidthNonJoiner && c != kZeroWidthJoiner &&
         unicode::IsIn(c,
                       unicode::kControl | unicode::kFormat | unicode::kUnassigned | unicode::kLineSeparator);
}

}  // namespace

size_t AppendEscapedInvisible(std::string_view text, size_t at, std::string& out) {
  if (static_cast<unsigned char>(text[at]) < 0x80) {
    return 0;
  }
  const utf8::CodePoint point = utf8::Decode(text, at);
  if (!point.valid || !IsUnseen(point.value)) {
    return 0;
  }
  out += point.value > 0xFFFF ? "\\U" : "\\u";
  for (int shift = point.value > 0xFFFF ? 28 : 12; shift >= 0; shift -= 4) {
    out += "0123456789abcdef"[(point.value >> shift) & 15];
  }
  return point.length;
}

}  // namespace kval::lex
