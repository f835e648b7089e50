#pragma once

#include "src/diag/emitter.h"
#include "src/lang/kcl/syntax/token.h"
#include "src/lang/lex/cursor.h"

namespace kval::kcl {

// Reads the number at the cursor, a kInt or a kFloat with its unit, and advances the cursor. Reports errors
// in the number, unknown suffixes and values out of range.
Token ScanNumber(lex::Cursor& cursor, diag::Emitter& emitter);

}  // namespace kval::kcl
