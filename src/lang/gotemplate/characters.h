#pragma once

#include <cstddef>
#include <string>

namespace kval::gotemplate {

// Go's package unicode. A byte that is not UTF-8 decodes as U+FFFD.
bool IsUnicodeLetter(char32_t c);
bool IsUnicodeDigit(char32_t c);
bool IsPrintable(char32_t c);  // strconv.IsPrint and unicode.IsPrint

// Go's `%#U`: U+0041 'A'.
std::string CodePointText(char32_t c);

// Appends in hexadecimal with at least `width` digits.
enum class LetterCase : bool { kLower, kUpper };
void AppendHex(unsigned long long value, size_t width, LetterCase letters, std::string* out);

}  // namespace kval::gotemplate
