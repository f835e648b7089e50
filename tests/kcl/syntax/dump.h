#pragma once

#include <string>

#include "src/lang/kcl/syntax/ast.h"

namespace kval::kcl::testing {

// The tree as an S-expression, for looking at what the parser understood: `(assign x (+ 1 2))`.
// Statements stand on lines of their own; spans and ids are left out.
std::string Dump(const FileAst& file, const Interner& names);
std::string Dump(const Expr& expr, const Interner& names);
std::string Dump(const TypeExpr& type, const Interner& names);

}  // namespace kval::kcl::testing
