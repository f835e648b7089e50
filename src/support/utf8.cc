#include "src/support/utf8.h"

#include <algorithm>
#include <cstring>

namespace kval::utf8 {
namespace {

constexpr char32_t kReplacement = 0xFFFD;
constexpr CodePoint kInvalid{kReplacement, 1, false};

// The length that a lead byte announces and the smallest code point that may use it.
struct Form {
  uint8_t length;
  char32_t smallest;
  char32_t bits;
};

Form FormOf(uint8_t lead) {
  if (lead < 0x80) {
    return {1, 0, lead};
  }
  if (lead >= 0xC2 && lead < 0xE0) {
    return {2, 0x80, static_cast<char32_t>(lead & 0x1F)};
  }
  if (lead >= 0xE0 && lead < 0xF0) {
    return {3, 0x800, static_cast<char32_t>(lead & 0x0F)};
  }
  if (lead >= 0xF0 && lead < 0xF5) {
    return {4, 0x10000, static_cast<char32_t>(lead & 0x07)};
  }
  return {0, 0, 0};
}

// The number of leading ASCII bytes from `position`, eight at a time.
size_t SkipAscii(std::string_view text, size_t position) {
  while (position + 8 <= text.size()) {
    uint64_t word = 0;
    std::memcpy(&word, text.data() + position, sizeof(word));
    if ((word & 0x8080808080808080U) != 0) {
      break;
    }
    position += 8;
  }
  while (position < text.size() && static_cast<uint8_t>(text[position]) < 0x80) {
    ++position;
  }
  return position;
}

}  // namespace

CodePoint Decode(std::string_view text, size_t position) {
  if (position >= text.size()) {
    return {0, 0, true};
  }
  const Form form = FormOf(static_cast<uint8_t>(text[position]));
  if (form.length == 0 || position + form.length > text.size()) {
    return kInvalid;
  }
  char32_t value = form.bits;
  for (size_t i = 1; i < form.length; ++i) {
    const auto byte = static_cast<uint8_t>(text[position + i]);
    if ((byte & 0xC0) != 0x80) {
      return kInvalid;
    }
    value = (value << 6) | (byte & 0x3F);
  }
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (value < form.smallest || surrogate || value > 0x10FFFF) {
    return kInvalid;
  }
  return {value, form.length, true};
}

void Append(std::string& out, char32_t code_point) {
  if (code_point > 0x10FFFF || (code_point >= 0xD800 && code_point <= 0xDFFF)) {
    code_point = kReplacement;
  }
  if (code_point < 0x80) {
    out += static_cast<char>(code_point);
    return;
  }
  if (code_point < 0x800) {
    out += static_cast<char>(0xC0 | (code_point >> 6));
  } else if (code_point < 0x10000) {
    out += static_cast<char>(0xE0 | (code_point >> 12));
    out += static_cast<char>(0x80 | ((code_point >> 6) & 0x3F));
  } else {
    out += static_cast<char>(0xF0 | (code_point >> 18));
    out += static_cast<char>(0x80 | ((code_point >> 12) & 0x3F));
    out += static_cast<char>(0x80 | ((code_point >> 6) & 0x3F));
  }
  out += static_cast<char>(0x80 | (code_point & 0x3F));
}

size_t FirstInvalid(std::string_view text) {
  size_t position = 0;
  while ((position = SkipAscii(text, position)) < text.size()) {
    const CodePoint decoded = Decode(text, position);
    if (!decoded.valid) {
      return position;
    }
    position += decoded.length;
  }
  return text.size();
}

size_t Count(std::string_view text) {
  size_t count = 0;
  for (size_t position = 0; position < text.size();) {
    const size_t ascii = SkipAscii(text, position) - position;
    count += ascii;
    position += ascii;
    if (position < text.size()) {
      position += Decode(text, position).length;
      ++count;
    }
  }
  return count;
}

size_t OffsetOf(std::string_view text, size_t index) {
  size_t position = 0;
  while (index > 0 && position < text.size()) {
    // No more bytes than there are code points to go are looked at.
    const size_t ascii =
        SkipAscii(text.substr(0, std::min(index, text.size() - position) + position), position) - position;
    index -= ascii;
    position += ascii;
    if (index > 0 && position < text.size()) {
      position += Decode(text, position).length;
      --index;
    }
  }
  return index == 0 ? position : std::string_view::npos;
}

std::string Shorten(std::string_view text, size_t limit, size_t end_size) {
  if (text.size() <= limit) {
    return std::string(text);
  }
  const auto is_continuation = [&](size_t at) {
    return (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U;
  };
  size_t begin = limit - end_size;
  while (begin > 0 && is_continuation(begin)) {
    --begin;
  }
  size_t end = text.size() - end_size;
  while (end < text.size() && is_continuation(end)) {
    ++end;
  }
  std::string out(text.substr(0, begin));
  out += "…";
  out += text.substr(end);
  return out;
}

}  // namespace kval::utf8
