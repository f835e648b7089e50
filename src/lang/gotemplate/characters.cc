#include "src/lang/gotemplate/characters.h"

#include <utf8proc.h>

#include "src/support/utf8.h"

namespace kval::gotemplate {

namespace {

utf8proc_category_t CategoryOf(char32_t c) {
  return utf8proc_category(static_cast<utf8proc_int32_t>(c));
}

}  // namespace

bool IsUnicodeLetter(char32_t c) {
  if (c < 0x80) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }
  const utf8proc_category_t category = CategoryOf(c);
  return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
}

bool IsUnicodeDigit(char32_t c) {
  if (c < 0x80) {
    return c >= '0' && c <= '9';
  }
  return CategoryOf(c) == UTF8PROC_CATEGORY_ND;
}

bool IsPrintable(char32_t c) {
  if (c < 0x80) {
    return c >= ' ' && c < 0x7f;
  }
  // Letters, marks, numbers, punctuation and symbols; separators, controls and unassigned characters are not.
  const utf8proc_category_t category = CategoryOf(c);
  return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_SO;
}

void AppendHex(unsigned long long value, size_t width, LetterCase letters, std::string* out) {
  const char* digits = letters == LetterCase::kUpper ? "0123456789ABCDEF" : "0123456789abcdef";
  std::string reversed;
  do {
    reversed += digits[value % 16];
    value /= 16;
  } while (value != 0);
  if (reversed.size() < width) {
    reversed.append(width - reversed.size(), '0');
  }
  out->append(reversed.rbegin(), reversed.rend());
}

std::string CodePointText(char32_t c) {
  std::string text = "U+";
  AppendHex(c, 4, LetterCase::kUpper, &text);
  if (IsPrintable(c)) {
    text += " '";
    utf8::Append(text, c);
    text += "'";
  }
  return text;
}

}  // namespace kval::gotemplate
