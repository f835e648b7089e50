#include "src/lang/starlark/string_case.h"

#include <utf8proc.h>

#include "src/support/utf8.h"

namespace kval::starlark {
namespace {

utf8proc_int32_t Signed(char32_t point) {
  return static_cast<utf8proc_int32_t>(point);
}

char32_t LowerOf(char32_t point) {
  return static_cast<char32_t>(utf8proc_tolower(Signed(point)));
}
// U+00DF has no simple upper case mapping in Unicode; utf8proc maps it to the capital letter of 2008.
constexpr char32_t kSharpS = 0xDF;

char32_t UpperOf(char32_t point) {
  return point == kSharpS ? point : static_cast<char32_t>(utf8proc_toupper(Signed(point)));
}
char32_t TitleOf(char32_t point) {
  return point == kSharpS ? point : static_cast<char32_t>(utf8proc_totitle(Signed(point)));
}

bool IsLetter(char32_t point) {
  switch (utf8proc_category(Signed(point))) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
      return true;
    default:
      return false;
  }
}

bool IsDigit(char32_t point) {
  return utf8proc_category(Signed(point)) == UTF8PROC_CATEGORY_ND;
}

// What Go's unicode.SimpleFold makes another character of: not the I with a dot, nor the i without.
bool IsCased(char32_t point) {
  if (point == 0x130 || point == 0x131) {
    return false;
  }
  return point == kSharpS || LowerOf(point) != point || UpperOf(point) != point;
}

// Unicode's White_Space property.
bool IsSpace(char32_t point) {
  if (point < 0x100) {
    return (point >= 9 && point <= 13) || point == ' ' || point == 0x85 || point == 0xA0;
  }
  switch (utf8proc_category(Signed(point))) {
    case UTF8PROC_CATEGORY_ZS:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
      return true;
    default:
      return false;
  }
}

template <typename Visit>
bool ForAll(std::string_view text, Visit visit) {
  for (size_t i = 0; i < text.size();) {
    const utf8::CodePoint point = utf8::Decode(text, i);
    if (!visit(point.value)) {
      return false;
    }
    i += point.length;
  }
  return true;
}

template <typename Map>
std::string MapAll(std::string_view text, Map map) {
  std::string result;
  result.reserve(text.size());
  ForAll(text, [&](char32_t point) {
    utf8::Append(result, map(point));
    return true;
  });
  return result;
}

bool HasCased(std::string_view text) {
  return !ForAll(text, [](char32_t point) { return !IsCased(point); });
}

// The offset of the code point that ends at `end`.
size_t StartOfLast(std::string_view text, size_t end) {
  size_t start = end - 1;
  while (start > 0 && end - start < 4 && (static_cast<unsigned char>(text[start]) & 0xC0) == 0x80) {
    --start;
  }
  const utf8::CodePoint point = utf8::Decode(text, start);
  return point.valid && start + point.length == end ? start : end - 1;
}

template <typename Belongs>
std::string_view TrimLeftIf(std::string_view text, Belongs belongs) {
  while (!text.empty()) {
    const utf8::CodePoint point = utf8::Decode(text, 0);
    if (!belongs(point.value)) {
      break;
    }
    text.remove_prefix(point.length);
  }
  return text;
}

template <typename Belongs>
std::string_view TrimRightIf(std::string_view text, Belongs belongs) {
  while (!text.empty()) {
    const size_t start = StartOfLast(text, text.size());
    if (!belongs(utf8::Decode(text, start).value)) {
      break;
    }
    text = text.substr(0, start);
  }
  return text;
}

bool Holds(std::string_view characters, char32_t expected) {
  return !ForAll(characters, [&](char32_t point) { return point != expected; });
}

}  // namespace

std::string Lower(std::string_view text) {
  return MapAll(text, LowerOf);
}
std::string Upper(std::string_view text) {
  return MapAll(text, UpperOf);
}

// Upper case only behind what has no case, lower case only behind what has.
std::string Title(std::string_view text) {
  bool after_cased = false;
  return MapAll(text, [&](char32_t point) {
    const char32_t mapped = after_cased ? LowerOf(point) : TitleOf(point);
    after_cased = IsCased(mapped);
    return mapped;
  });
}

std::string Capitalize(std::string_view text) {
  bool is_first = true;
  return MapAll(text, [&](char32_t point) {
    const char32_t mapped = is_first ? TitleOf(point) : LowerOf(point);
    is_first = false;
    return mapped;
  });
}

bool IsAlnum(std::string_view text) {
  return !text.empty() && ForAll(text, [](char32_t point) { return IsLetter(point) || IsDigit(point); });
}

bool IsAlpha(std::string_view text) {
  return !text.empty() && ForAll(text, IsLetter);
}
bool IsDigits(std::string_view text) {
  return !text.empty() && ForAll(text, IsDigit);
}
bool IsAllSpace(std::string_view text) {
  return !text.empty() && ForAll(text, IsSpace);
}
bool IsLower(std::string_view text) {
  return HasCased(text) && text == Lower(text);
}
bool IsUpper(std::string_view text) {
  return HasCased(text) && text == Upper(text);
}

bool IsTitle(std::string_view text) {
  bool any_cased = false;
  bool after_cased = false;
  const bool is_well = ForAll(text, [&](char32_t point) {
    const utf8proc_category_t category = utf8proc_category(Signed(point));
    const bool is_upper = (point >= 'A' && point <= 'Z') || category == UTF8PROC_CATEGORY_LT;
    const bool is_lower = category == UTF8PROC_CATEGORY_LL;
    if (!is_upper && !is_lower && category == UTF8PROC_CATEGORY_LU) {
      return false;
    }
    if ((is_upper && after_cased) || (is_lower && !after_cased)) {
      return false;
    }
    after_cased = is_upper || is_lower;
    any_cased = any_cased || after_cased;
    return true;
  });
  return is_well && any_cased;
}

std::string_view TrimLeft(std::string_view text) {
  return TrimLeftIf(text, IsSpace);
}
std::string_view TrimRight(std::string_view text) {
  return TrimRightIf(text, IsSpace);
}

std::string_view TrimLeftOf(std::string_view text, std::string_view characters) {
  return TrimLeftIf(text, [&](char32_t point) { return Holds(characters, point); });
}

std::string_view TrimRightOf(std::string_view text, std::string_view characters) {
  return TrimRightIf(text, [&](char32_t point) { return Holds(characters, point); });
}

size_t FirstSpace(std::string_view text) {
  size_t i = 0;
  while (i < text.size()) {
    const utf8::CodePoint point = utf8::Decode(text, i);
    if (IsSpace(point.value)) {
      break;
    }
    i += point.length;
  }
  return i;
}

size_t LastWord(std::string_view text) {
  return TrimRightIf(text, [](char32_t point) { return !IsSpace(point); }).size();
}

}  // namespace kval::starlark
