#pragma once

#include <unordered_set>

#include "src/lang/kcl/syntax/stmt.h"

namespace kval::kcl::sema {

// Returns the names that statements assign, including statements nested in `if`.
std::unordered_set<Symbol> CollectValueTargets(Stmts body);
// Returns these names, and the attributes that are only declared.
std::unordered_set<Symbol> CollectAssignedNames(Stmts body);

}  // namespace kval::kcl::sema
