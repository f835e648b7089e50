#include "src/support/unicode.h"

#include <utf8proc.h>

#include "src/support/utf8.h"

namespace kval::unicode {
namespace {

constexpr char32_t kSharpS = 0xDF;  // utf8proc has an upper case of it, Unicode's simple mapping has none

utf8proc_int32_t Signed(char32_t c) {
  return static_cast<utf8proc_int32_t>(c);
}

// The size of the last character.
size_t LastSize(std::string_view text) {
  constexpr size_t kMaxSize = 4;
  for (size_t size = 1; size <= kMaxSize && size <= text.size(); ++size) {
    const utf8::CodePoint point = utf8::Decode(text, text.size() - size);
    if (point.valid && point.length == size) {
      return size;
    }
  }
  return text.empty() ? 0 : 1;
}

template <typename IsTrimmed>
std::string_view TrimLeftIf(std::string_view text, const IsTrimmed& is_trimmed) {
  while (!text.empty()) {
    const utf8::CodePoint point = utf8::Decode(text, 0);
    if (!is_trimmed(point.value)) {
      break;
    }
    text.remove_prefix(point.length);
  }
  return text;
}

template <typename IsTrimmed>
std::string_view TrimRightIf(std::string_view text, const IsTrimmed& is_trimmed) {
  while (!text.empty()) {
    const size_t size = LastSize(text);
    if (!is_trimmed(utf8::Decode(text, text.size() - size).value)) {
      break;
    }
    text.remove_suffix(size);
  }
  return text;
}

auto IsOneOf(std::string_view characters) {
  return [set = Decoded(characters)](char32_t c) { return set.find(c) != std::u32string::npos; };
}

}  // namespace

bool IsIn(char32_t c, Categories categories) {
  return (categories >> utf8proc_category(Signed(c)) & 1U) != 0;
}

bool IsSpace(char32_t c) {
  return c < 0x80
             ? c == ' ' || (c >= '\t' && c <= '\r')
             : c == 0x85 || utf8proc_category(Signed(c)) == UTF8PROC_CATEGORY_ZS || IsIn(c, kLineSeparator);
}

char32_t ToUpper(char32_t c) {
  return c == kSharpS ? c : static_cast<char32_t>(utf8proc_toupper(Signed(c)));
}

char32_t ToLower(char32_t c) {
  return static_cast<char32_t>(utf8proc_tolower(Signed(c)));
}

char32_t ToTitle(char32_t c) {
  return c == kSharpS ? c : static_cast<char32_t>(utf8proc_totitle(Signed(c)));
}

std::u32string Decoded(std::string_view text) {
  std::u32string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size();) {
    const utf8::CodePoint point = utf8::Decode(text, i);
    out += point.value;
    i += point.length;
  }
  return out;
}

std::string Encoded(std::u32string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char32_t c : text) {
    utf8::Append(out, c);
  }
  return out;
}

std::string Mapped(std::string_view text, char32_t (*map)(char32_t)) {
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size();) {
    const utf8::CodePoint point = utf8::Decode(text, i);
    utf8::Append(out, map(point.value));
    i += point.length;
  }
  return out;
}

std::string_view TrimLeft(std::string_view text) {
  return TrimLeftIf(text, IsSpace);
}

std::string_view TrimRight(std::string_view text) {
  return TrimRightIf(text, IsSpace);
}

std::string_view TrimLeftOf(std::string_view text, std::string_view characters) {
  return TrimLeftIf(text, IsOneOf(characters));
}

std::string_view TrimRightOf(std::string_view text, std::string_view characters) {
  return TrimRightIf(text, IsOneOf(characters));
}

size_t FirstSpace(std::string_view text) {
  return text.size() - TrimLeftIf(text, [](char32_t c) { return !IsSpace(c); }).size();
}

size_t LastWord(std::string_view text) {
  return TrimRightIf(text, [](char32_t c) { return !IsSpace(c); }).size();
}

}  // namespace kval::unicode
