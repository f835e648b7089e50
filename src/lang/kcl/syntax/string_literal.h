#pragma once

#include "src/diag/emitter.h"
#include "src/lang/kcl/syntax/token.h"
#include "src/lang/lex/cursor.h"

namespace kval::kcl {

// Returns whether `c` is a string prefix: `r` is raw; the historic `u`, `b` and `f` have no effect.
constexpr bool IsStringPrefix(char c) {
  const char small = static_cast<char>(c | 0x20);
  return small == 'r' || small == 'u' || small == 'b' || small == 'f';
}

// Whether the cursor is at a quote, or at prefixes in front of one.
bool StartsString(const lex::Cursor& cursor);

// Reads the string at the cursor with its quotes, and advances the cursor; reports an unterminated string.
// string_text.h decodes it.
Token ScanString(lex::Cursor& cursor, diag::Emitter& emitter);

}  // namespace kval::kcl
