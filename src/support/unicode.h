#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

// Characters by their general category, and the functions of Go's packages unicode and strings. A byte that
// is not UTF-8 decodes as U+FFFD; the trim functions keep it.
namespace kval::unicode {

// A set of general categories, with the bits of the numbers that utf8proc gives them.
using Categories = uint32_t;
inline constexpr Categories kUnassigned = 1U << 0;
inline constexpr Categories kUpperCase = 1U << 1;
inline constexpr Categories kLowerCase = 1U << 2;
inline constexpr Categories kTitleCase = 1U << 3;
inline constexpr Categories kModifierLetter = 1U << 4;
inline constexpr Categories kLetter = 0x3EU;  // of all five kinds
inline constexpr Categories kNonspacingMark = 1U << 6;
inline constexpr Categories kSpacingMark = 1U << 7;
inline constexpr Categories kEnclosingMark = 1U << 8;
inline constexpr Categories kDecimalDigit = 1U << 9;
inline constexpr Categories kLetterNumber = 1U << 10;
inline constexpr Categories kNumber = 7U << 9;  // decimal, letter and other numbers
inline constexpr Categories kConnector = 1U << 12;
inline constexpr Categories kPunctuation = 0x7FU << 12;  // of all seven kinds
inline constexpr Categories kModifierSymbol = 1U << 21;
inline constexpr Categories kSymbol = 0xFU << 19;       // of all four kinds
inline constexpr Categories kLineSeparator = 3U << 24;  // of lines and paragraphs
inline constexpr Categories kControl = 1U << 26;
inline constexpr Categories kFormat = 1U << 27;
inline constexpr Categories kSurrogate = 1U << 28;
// Further characters of names, besides letters (ID_Continue): marks, digits, connectors.
inline constexpr Categories kOfNames = kNonspacingMark | kSpacingMark | kDecimalDigit | kConnector;
// Go's unicode.IsPrint without the space: letters, marks, numbers, punctuation and symbols.
inline constexpr Categories kPrintable = 0x7FFFFEU;

bool IsIn(char32_t c, Categories categories);

// Unicode's White_Space property.
bool IsSpace(char32_t c);
inline bool IsLetter(char32_t c) {
  return IsIn(c, kLetter);
}
inline bool IsDigit(char32_t c) {
  return IsIn(c, kDecimalDigit);
}
inline bool IsUpperCase(char32_t c) {
  return IsIn(c, kUpperCase);
}
inline bool IsLowerCase(char32_t c) {
  return IsIn(c, kLowerCase);
}
inline bool IsTitleCase(char32_t c) {
  return IsIn(c, kTitleCase);
}
inline bool IsLetterOrDigit(char32_t c) {
  return IsIn(c, kLetter | kDecimalDigit);
}
inline bool IsNumber(char32_t c) {
  return IsIn(c, kNumber);
}
inline bool IsPunctuation(char32_t c) {
  return IsIn(c, kPunctuation);
}

// The simple case mappings.
char32_t ToUpper(char32_t c);
char32_t ToLower(char32_t c);
char32_t ToTitle(char32_t c);

std::u32string Decoded(std::string_view text);
std::string Encoded(std::u32string_view text);

// strings.Map.
std::string Mapped(std::string_view text, char32_t (*map)(char32_t));
// strings.TrimLeft and TrimRight, of white space or of a set of characters.
std::string_view TrimLeft(std::string_view text);
std::string_view TrimRight(std::string_view text);
std::string_view TrimLeftOf(std::string_view text, std::string_view characters);
std::string_view TrimRightOf(std::string_view text, std::string_view characters);
inline std::string_view TrimmedSpace(std::string_view text) {
  return TrimRight(TrimLeft(text));
}
inline std::string_view TrimmedOf(std::string_view text, std::string_view characters) {
  return TrimRightOf(TrimLeftOf(text, characters), characters);
}
// The offset of the first white space, or the size; the offset where the last word begins.
size_t FirstSpace(std::string_view text);
size_t LastWord(std::string_view text);

}  // namespace kval::unicode
