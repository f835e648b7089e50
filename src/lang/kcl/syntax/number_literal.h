#pragma once

#include "src/diag/emitter.h"
#include "src/lang/kcl/syntax/token.h"
#include "src/lang/lex/cursor.h"

namespace kval::kcl {

// The number that begins at the cursor, a kInt or a kFloat with its unit, behind which the cursor is then.
// Reports what is wrong with it, a suffix that is none and a value that has no room.
Token ScanNumber(lex::Cursor& cursor, diag::Emitter& emitter);

}  // namespace kval::kcl
