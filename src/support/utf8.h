#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace kval::utf8 {

// One decoded code point. `length` is 0 at the end of the text; an ill-formed sequence decodes as
// U+FFFD with `valid` false and a length of 1, so that a loop always makes progress.
struct CodePoint {
  char32_t value = 0;
  uint8_t length = 0;
  bool valid = true;
};

// Decodes the code point at text[position]. RFC 3629: no surrogates, no overlong forms, at most U+10FFFF.
CodePoint Decode(std::string_view text, size_t position);

// Appends `code_point` to `out`; anything that is not a Unicode scalar value becomes U+FFFD.
void Append(std::string& out, char32_t code_point);

// The offset of the first ill-formed byte, or text.size() when all is well-formed. Fast on ASCII.
size_t FirstInvalid(std::string_view text);

// The number of code points; an ill-formed byte counts as one. Fast on ASCII.
size_t Count(std::string_view text);

// Returns the offset of the code point with this index, text.size() for the index after the last, npos
// beyond. Ill-formed bytes and cost: as above.
size_t OffsetOf(std::string_view text, size_t index);

// Returns a text of at most `limit` bytes whole; of a longer one its beginning, an ellipsis, and its last
// `end_size` bytes, cut between code points.
std::string Shorten(std::string_view text, size_t limit, size_t end_size = 0);

// Returns whether a code point is an invisible direction mark, which can disguise text (Bidi_Control, UAX
// #44).
constexpr bool IsDirectionMark(char32_t code_point) {
  return code_point >= 0x061C &&
         (code_point == 0x061C || code_point == 0x200E || code_point == 0x200F ||
          (code_point >= 0x202A && code_point <= 0x202E) || (code_point >= 0x2066 && code_point <= 0x2069));
}

}  // namespace kval::utf8
