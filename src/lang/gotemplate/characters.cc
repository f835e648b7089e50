#include "src/lang/gotemplate/characters.h"

#include "src/support/ascii.h"
#include "src/support/unicode.h"
#include "src/support/utf8.h"

namespace kval::gotemplate {

bool IsUnicodeLetter(char32_t c) {
  return c < 0x80 ? kval::IsLetter(static_cast<char>(c)) : unicode::IsLetter(c);
}

bool IsUnicodeDigit(char32_t c) {
  return c < 0x80 ? kval::IsDigit(static_cast<char>(c)) : unicode::IsDigit(c);
}

bool IsPrintable(char32_t c) {
  return c < 0x80 ? c >= ' ' && c < 0x7f : unicode::IsIn(c, unicode::kPrintable);
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
