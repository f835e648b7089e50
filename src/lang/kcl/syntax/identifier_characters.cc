#include "src/lang/kcl/syntax/identifier_characters.h"

#include <algorithm>
#include <iterator>

#include "src/support/unicode.h"

namespace kval::kcl {
namespace {

// Other_ID_Start, and Other_ID_Continue without the digits of Ethiopic.
constexpr char32_t kFurtherLetters[] = {0x1885, 0x1886, 0x2118, 0x212E};
constexpr char32_t kFurtherMarks[] = {0xB7, 0x387, 0x19DA, 0x30FB, 0xFF65};
// Letters whose normal form begins with a mark or a space: they cannot begin a name.
constexpr char32_t kMarksInDisguise[] = {0xE33, 0xEB3, 0xFF9E, 0xFF9F};

template <size_t kCount>
bool IsOneOf(const char32_t (&set)[kCount], char32_t c) {
  return std::find(std::begin(set), std::end(set), c) != std::end(set);
}

// Whether a letter's normal form contains characters that are invalid in names (a space, a space with a
// mark).
bool HasNoNormalForm(char32_t c) {
  const bool is_form_with_space = c >= 0xFE70 && c <= 0xFE7E && c % 2 == 0;
  return c == 0x37A || (c >= 0xFC5E && c <= 0xFC63) || c == 0xFDFA || c == 0xFDFB || is_form_with_space;
}

bool IsLetter(char32_t c) {
  return unicode::IsIn(c, unicode::kLetter | unicode::kLetterNumber) ? !HasNoNormalForm(c)
                                                                     : IsOneOf(kFurtherLetters, c);
}

}  // namespace

bool MayBeginName(char32_t c) {
  return IsLetter(c) && !IsOneOf(kMarksInDisguise, c);
}

bool MayContinueName(char32_t c) {
  return unicode::IsIn(c, unicode::kOfNames) || IsLetter(c) || IsOneOf(kFurtherMarks, c) ||
         (c >= 0x1369 && c <= 0x1371);
}

}  // namespace kval::kcl
