#include "src/source/encoding.h"

#include <cstdint>
#include <string_view>

#include "src/support/utf8.h"

namespace kval::source {
namespace {

struct Encoding {
  size_t unit = 1;  // bytes in a code unit
  bool big_endian = false;
  size_t mark = 0;  // bytes of the byte order mark
};

Encoding EncodingOf(std::string_view bytes) {
  using namespace std::string_view_literals;
  // The mark of UTF-32 in little endian starts with that of UTF-16.
  if (bytes.starts_with("\xFF\xFE\0\0"sv)) {
    return {4, false, 4};
  }
  if (bytes.starts_with("\0\0\xFE\xFF"sv)) {
    return {4, true, 4};
  }
  if (bytes.starts_with("\xFF\xFE"sv)) {
    return {2, false, 2};
  }
  if (bytes.starts_with("\xFE\xFF"sv)) {
    return {2, true, 2};
  }
  if (bytes.size() >= 4 && bytes.size() % 2 == 0) {
    const auto is_zero = [bytes](size_t i) { return bytes[i] == '\0'; };
    if (!is_zero(0) && is_zero(1) && !is_zero(2) && is_zero(3)) {
      return {2, false, 0};
    }
    if (is_zero(0) && !is_zero(1) && is_zero(2) && !is_zero(3)) {
      return {2, true, 0};
    }
  }
  return {};
}

char32_t UnitAt(std::string_view bytes, size_t at, const Encoding& encoding) {
  char32_t value = 0;
  for (size_t i = 0; i < encoding.unit; ++i) {
    const size_t byte = encoding.big_endian ? i : encoding.unit - 1 - i;
    value = (value << 8) | static_cast<uint8_t>(bytes[at + byte]);
  }
  return value;
}

bool IsHighSurrogate(char32_t unit) {
  return unit >= 0xD800 && unit < 0xDC00;
}

bool IsLowSurrogate(char32_t unit) {
  return unit >= 0xDC00 && unit < 0xE000;
}

void AppendInvalid(std::string& out, char32_t unit) {
  out += static_cast<char>(0xE0 | ((unit >> 12) & 0x0F));
  out += static_cast<char>(0x80 | ((unit >> 6) & 0x3F));
  out += static_cast<char>(0x80 | (unit & 0x3F));
}

}  // namespace

std::string ToUtf8(std::string bytes) {
  const Encoding encoding = EncodingOf(bytes);
  if (encoding.unit == 1) {
    return bytes;
  }
  std::string out;
  out.reserve(bytes.size() / encoding.unit + bytes.size() / 8);
  size_t at = encoding.mark;
  while (at + encoding.unit <= bytes.size()) {
    char32_t c = UnitAt(bytes, at, encoding);
    at += encoding.unit;
    if (IsHighSurrogate(c) && encoding.unit == 2 && at + 2 <= bytes.size()) {
      if (const char32_t low = UnitAt(bytes, at, encoding); IsLowSurrogate(low)) {
        c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
        at += 2;
      }
    }
    if (IsHighSurrogate(c) || IsLowSurrogate(c)) {
      AppendInvalid(out, c);
    } else {
      utf8::Append(out, c);
    }
  }
  if (at < bytes.size()) {
    AppendInvalid(out, 0xDFFF);  // a part of a code unit
  }
  return out;
}

}  // namespace kval::source
