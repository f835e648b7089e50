#include "src/formats/scan.h"

#include "src/support/substitute.h"
#include "src/support/utf8.h"

namespace kval::formats {

std::string Character(std::string_view text, size_t position) {
  const utf8::CodePoint point = utf8::Decode(text, position);
  if (point.length == 0) {
    return "the end";
  }
  if (point.value == ' ') {
    return "a space";
  }
  if (point.value == '\n' || point.value == '\r') {
    return "a line break";
  }
  return "`" + std::string(text.substr(position, point.length)) + "`";
}

std::string Quoted(std::string_view text) {
  constexpr size_t kMost = 40;
  if (text.size() <= kMost) {
    return "`" + InOneLine(text) + "`";
  }
  size_t end = kMost;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) {
    --end;
  }
  return "`" + InOneLine(text.substr(0, end)) + "…`";
}

}  // namespace kval::formats
