#include "src/lang/kcl/builtins/string_case.h"

#include <utf8proc.h>

#include "src/support/unicode.h"
#include "src/support/utf8.h"

namespace kval::kcl::builtins {
namespace {

// The characters whose upper case is longer than one character (Unicode's SpecialCasing.txt), without the
// Greek ones with iota subscript.
struct SpecialUpper {
  char32_t from;
  std::string_view to;
};
constexpr SpecialUpper kSpecialUpper[] = {
    {0xdf, "SS"},   {0x149, "ʼN"},  {0x1f0, "J̌"},    {0x390, "Ϊ́"},    {0x3b0, "Ϋ́"},   {0x587, "ԵՒ"},
    {0x1e96, "H̱"},  {0x1e97, "T̈"},  {0x1e98, "W̊"},   {0x1e99, "Y̊"},   {0x1e9a, "Aʾ"}, {0xfb00, "FF"},
    {0xfb01, "FI"}, {0xfb02, "FL"}, {0xfb03, "FFI"}, {0xfb04, "FFL"}, {0xfb05, "ST"}, {0xfb06, "ST"},
    {0xfb13, "ՄՆ"}, {0xfb14, "ՄԵ"}, {0xfb15, "ՄԻ"},  {0xfb16, "ՎՆ"},  {0xfb17, "ՄԽ"},
};

void AppendUpper(std::string& out, char32_t c) {
  if (c < 0x80) {
    out += static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
    return;
  }
  for (const SpecialUpper& special : kSpecialUpper) {
    if (special.from == c) {
      out += special.to;
      return;
    }
  }
  utf8::Append(out, static_cast<char32_t>(utf8proc_toupper(static_cast<utf8proc_int32_t>(c))));
}

void AppendLower(std::string& out, char32_t c) {
  if (c < 0x80) {
    out += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  } else if (c == 0x130) {
    out += "i̇";
  } else {
    utf8::Append(out, static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(c))));
  }
}

void AppendTitle(std::string& out, char32_t c) {
  if (c == 0xdf) {
    out += "Ss";
    return;
  }
  utf8::Append(out, static_cast<char32_t>(utf8proc_totitle(static_cast<utf8proc_int32_t>(c))));
}

bool IsCased(char32_t c) {
  return IsLower(c) || IsUpper(c) || IsTitleCase(c);
}

// Characters that the rule of the final sigma looks through (Unicode 3.13, Case_Ignorable).
bool IsCaseIgnorable(char32_t c) {
  return c == '\'' || c == '.' || c == ':' || c == 0xb7 || c == 0x2019 ||
         unicode::IsIn(c, unicode::kNonspacingMark | unicode::kEnclosingMark | unicode::kFormat |
                              unicode::kModifierLetter | unicode::kModifierSymbol);
}

// Whether the sigma at `position` ends a word: a cased letter before it and none after.
bool IsFinalSigma(std::string_view text, size_t position, bool after_cased) {
  if (!after_cased) {
    return false;
  }
  for (size_t i = position; i < text.size();) {
    utf8::CodePoint point = utf8::Decode(text, i);
    if (!IsCaseIgnorable(point.value)) {
      return !IsCased(point.value);
    }
    i += point.length;
  }
  return true;
}

}  // namespace

std::string Lower(std::string_view text) {
  constexpr char32_t kSigma = 0x3a3;
  std::string out;
  out.reserve(text.size());
  bool after_cased = false;
  for (size_t i = 0; i < text.size();) {
    utf8::CodePoint point = utf8::Decode(text, i);
    i += point.length;
    if (point.value == kSigma && IsFinalSigma(text, i, after_cased)) {
      out += "ς";
    } else {
      AppendLower(out, point.value);
    }
    if (!IsCaseIgnorable(point.value)) {
      after_cased = IsCased(point.value);
    }
  }
  return out;
}

std::string Upper(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size();) {
    utf8::CodePoint point = utf8::Decode(text, i);
    AppendUpper(out, point.value);
    i += point.length;
  }
  return out;
}

std::string Capitalize(std::string_view text) {
  if (text.empty()) {
    return {};
  }
  size_t first = utf8::Decode(text, 0).length;
  return Upper(text.substr(0, first)) + Lower(text.substr(first));
}

std::string Title(std::string_view text) {
  std::string out;
  bool in_word = false;
  for (size_t i = 0; i < text.size();) {
    utf8::CodePoint point = utf8::Decode(text, i);
    char32_t c = point.value;
    i += point.length;
    if (IsLower(c) && !in_word) {
      AppendTitle(out, c);
    } else if (in_word && (IsUpper(c) || IsTitleCase(c))) {
      AppendLower(out, c);
    } else {
      utf8::Append(out, c);
    }
    in_word = IsCased(c);
  }
  return out;
}

bool IsTitled(std::string_view text) {
  bool any = false;
  bool in_word = false;
  for (size_t i = 0; i < text.size();) {
    utf8::CodePoint point = utf8::Decode(text, i);
    i += point.length;
    bool starts = IsUpper(point.value) || IsTitleCase(point.value);
    bool goes_on = IsLower(point.value);
    if ((starts && in_word) || (goes_on && !in_word)) {
      return false;
    }
    in_word = starts || goes_on;
    any = any || in_word;
  }
  return any;
}

bool IsAlphabetic(char32_t c) {
  return unicode::IsIn(c, unicode::kLetter | unicode::kLetterNumber) ||
         (c >= 0x24b6 && c <= 0x24e9);  // circled letters
}

bool IsNumeric(char32_t c) {
  return unicode::IsNumber(c);
}

bool IsLower(char32_t c) {
  return c < 0x80 ? c >= 'a' && c <= 'z'
                  : unicode::IsLowerCase(c) || c == 0xaa || c == 0xba || (c >= 0x24d0 && c <= 0x24e9) ||
                        (c >= 0x2170 && c <= 0x217f);
}

bool IsUpper(char32_t c) {
  return c < 0x80 ? c >= 'A' && c <= 'Z'
                  : unicode::IsUpperCase(c) || (c >= 0x24b6 && c <= 0x24cf) || (c >= 0x2160 && c <= 0x216f);
}

bool IsTitleCase(char32_t c) {
  return unicode::IsTitleCase(c);
}

bool IsWhiteSpace(char32_t c) {
  return unicode::IsSpace(c);
}

bool IsSpace(char32_t c) {
  return IsWhiteSpace(c) || (c >= 0x1c && c <= 0x1f);
}

}  // namespace kval::kcl::builtins
