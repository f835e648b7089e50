#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "src/lang/lex/cursor.h"
#include "src/source/span.h"

namespace kval::lex {

// The number syntax of a language. Decimal integers and `.5`, `1.`, `1e3` floats are always recognized.
struct NumberSyntax {
  bool underscores = false;   // `1_000`, between digits
  bool legacy_octal = false;  // `017`; otherwise a leading zero is kLeadingZero unless the number is zero
  bool point_needs_digit = false;  // `1.` is the integer 1 and a point
};

enum class NumberForm : uint8_t { kInteger, kFloat };

enum class NumberError : uint8_t {
  kNone,
  kNoDigits,       // `0x` without digits
  kBadDigit,       // `0b12`, `0o8`, `09` where octal is legacy
  kLeadingZero,    // `012`
  kBadExponent,    // `1e`
  kBadUnderscore,  // `1__0`, `1_`
};

// A scanned number. The span covers it all; `digits` has no prefix and no underscores, and for a float is a
// text that strtod and std::from_chars read.
struct Number {
  NumberForm form = NumberForm::kInteger;
  NumberError error = NumberError::kNone;
  int base = 10;
  std::string digits;
  source::Span span;
};

// Scans the number at the cursor. Requires: the next character is a digit, or a point followed by a digit.
// Digits that are invalid in the base are part of the token, so that one error is reported.
Number ScanNumber(Cursor& cursor, const NumberSyntax& syntax);

// Converts the digits of an integer. Returns false if the value exceeds 64 bits.
bool ToUint64(std::string_view digits, int base, uint64_t& value);

// The value of a float's digits, the nearest double; false when out of range.
bool ToDouble(std::string_view digits, double& value);

}  // namespace kval::lex
