#pragma once

#include <optional>

#include "src/diag/emitter.h"
#include "src/lang/kcl/syntax/token.h"
#include "src/lang/lex/cursor.h"
#include "src/support/interner.h"

namespace kval::kcl {

// Reports the character at the cursor, with which no token begins, and passes it; gives the token that was
// meant, where that is plain: `not` for `!`, a minus for a dash, a string for one in typographic quotes.
std::optional<Token> TakeUnknownCharacter(lex::Cursor& cursor, Interner& names, diag::Emitter& emitter);

}  // namespace kval::kcl
