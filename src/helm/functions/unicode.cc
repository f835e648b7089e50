#include "src/helm/functions/unicode.h"

#include <utf8proc.h>

#include "src/support/utf8.h"

namespace kval::helm::functions {

namespace {

constexpr char32_t kSharpS = 0xDF;  // utf8proc has an upper case of it, Unicode's simple mapping has none

utf8proc_category_t CategoryOf(char32_t c) {
  return utf8proc_category(static_cast<utf8proc_int32_t>(c));
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
std::string_view TrimmedIf(std::string_view text, IsTrimmed is_trimmed) {
  while (!text.empty()) {
    const utf8::CodePoint point = utf8::Decode(text, 0);
    if (!is_trimmed(point.value)) {
      break;
    }
    text.remove_prefix(point.length);
  }
  while (!text.empty()) {
    const size_t size = LastSize(text);
    if (!is_trimmed(utf8::Decode(text, text.size() - size).value)) {
      break;
    }
    text.remove_suffix(size);
  }
  return text;
}

}  // namespace

bool IsSpace(char32_t c) {
  switch (c) {
    case '\t':
    case '\n':
    case '\v':
    case '\f':
    case '\r':
    case ' ':
    case 0x85:
    case 0xA0:
    case 0x1680:
    case 0x2028:
    case 0x2029:
    case 0x202F:
    case 0x205F:
    case 0x3000:
      return true;
    default:
      return c >= 0x2000 && c <= 0x200A;
  }
}

bool IsUpperCase(char32_t c) {
  return CategoryOf(c) == UTF8PROC_CATEGORY_LU;
}

bool IsLowerCase(char32_t c) {
  return CategoryOf(c) == UTF8PROC_CATEGORY_LL;
}

bool IsTitleCase(char32_t c) {
  return CategoryOf(c) == UTF8PROC_CATEGORY_LT;
}

bool IsLetterOrDigit(char32_t c) {
  switch (CategoryOf(c)) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
    case UTF8PROC_CATEGORY_ND:
      return true;
    default:
      return false;
  }
}

bool IsNumber(char32_t c) {
  const utf8proc_category_t category = CategoryOf(c);
  return category == UTF8PROC_CATEGORY_ND || category == UTF8PROC_CATEGORY_NL ||
         category == UTF8PROC_CATEGORY_NO;
}

bool IsPunctuation(char32_t c) {
  const utf8proc_category_t category = CategoryOf(c);
  return category >= UTF8PROC_CATEGORY_PC && category <= UTF8PROC_CATEGORY_PO;
}

char32_t ToUpper(char32_t c) {
  if (c == kSharpS) {
    return c;
  }
  return static_cast<char32_t>(utf8proc_toupper(static_cast<utf8proc_int32_t>(c)));
}

char32_t ToLower(char32_t c) {
  return static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(c)));
}

char32_t ToTitle(char32_t c) {
  if (c == kSharpS) {
    return c;
  }
  return static_cast<char32_t>(utf8proc_totitle(static_cast<utf8proc_int32_t>(c)));
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

std::string_view TrimmedSpace(std::string_view text) {
  return TrimmedIf(text, IsSpace);
}

std::string_view TrimmedOf(std::string_view text, std::string_view characters) {
  const std::u32string set = Decoded(characters);
  return TrimmedIf(text, [&set](char32_t c) { return set.find(c) != std::u32string::npos; });
}

}  // namespace kval::helm::functions
