#pragma once

#include <optional>

#include "src/diag/emitter.h"
#include "src/lang/kcl/syntax/token.h"
#include "src/lang/lex/cursor.h"
#include "src/support/interner.h"

namespace kval::kcl {

// Reports the character at the cursor, which begins no token, and skips it. Returns the intended token if it
// is obvious: `not` for `!`, a minus for a dash, a string for one in typographic quotes.
std::optional<Token> TakeUnknownCharacter(lex::Cursor& cursor, Interner& names, diag::Emitter& emitter);

}  // namespace kval::kcl
