#include "src/lang/lex/unseen.h"

#include "src/support/utf8.h"

namespace kval::lex {
namespace {

bool IsUnseen(char32_t c) {
  return utf8::IsDirectionMark(c) || (c >= 0x80 && c <= 0x9F) || c == 0x2028 || c == 0x2029 || c == 0xFEFF;
}

}  // namespace

size_t AppendUnseen(std::string_view text, size_t at, std::string& out) {
  if (static_cast<unsigned char>(text[at]) < 0x80) {
    return 0;
  }
  const utf8::CodePoint point = utf8::Decode(text, at);
  if (!point.valid || !IsUnseen(point.value)) {
    return 0;
  }
  out += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) {
    out += "0123456789abcdef"[(point.value >> shift) & 15];
  }
  return point.length;
}

}  // namespace kval::lex
