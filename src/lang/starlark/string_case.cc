#include "src/lang/starlark/string_case.h"

#include "src/support/unicode.h"
#include "src/support/utf8.h"

namespace kval::starlark {
namespace {

// What Go's unicode.SimpleFold makes another character of: not the I with a dot, nor the i without.
bool IsCased(char32_t point) {
  constexpr char32_t kSharpS = 0xDF;
  if (point == 0x130 || point == 0x131) {
    return false;
  }
  return point == kSharpS || unicode::ToLower(point) != point || unicode::ToUpper(point) != point;
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

}  // namespace

std::string Lower(std::string_view text) {
  return unicode::Mapped(text, unicode::ToLower);
}
std::string Upper(std::string_view text) {
  return unicode::Mapped(text, unicode::ToUpper);
}

// Upper case only behind what has no case, lower case only behind what has.
std::string Title(std::string_view text) {
  bool after_cased = false;
  return MapAll(text, [&](char32_t point) {
    const char32_t mapped = after_cased ? unicode::ToLower(point) : unicode::ToTitle(point);
    after_cased = IsCased(mapped);
    return mapped;
  });
}

std::string Capitalize(std::string_view text) {
  bool is_first = true;
  return MapAll(text, [&](char32_t point) {
    const char32_t mapped = is_first ? unicode::ToTitle(point) : unicode::ToLower(point);
    is_first = false;
    return mapped;
  });
}

bool IsAlnum(std::string_view text) {
  return !text.empty() && ForAll(text, unicode::IsLetterOrDigit);
}

bool IsAlpha(std::string_view text) {
  return !text.empty() && ForAll(text, unicode::IsLetter);
}
bool IsDigits(std::string_view text) {
  return !text.empty() && ForAll(text, unicode::IsDigit);
}
bool IsAllSpace(std::string_view text) {
  return !text.empty() && ForAll(text, unicode::IsSpace);
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
    const bool is_upper = (point >= 'A' && point <= 'Z') || unicode::IsTitleCase(point);
    const bool is_lower = unicode::IsLowerCase(point);
    if (!is_upper && !is_lower && unicode::IsUpperCase(point)) {
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

}  // namespace kval::starlark
