#pragma once

#include <unordered_set>

#include "src/lang/kcl/syntax/stmt.h"

namespace kval::kcl::sema {

// The names that statements give a value, also below `if`.
std::unordered_set<Symbol> NamesWithValue(Stmts body);
// These, and the attributes that are only declared.
std::unordered_set<Symbol> NamesAssigned(Stmts body);

}  // namespace kval::kcl::sema
