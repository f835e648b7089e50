#pragma once

#include <string>

#include "src/lang/kcl/syntax/ast.h"

namespace kval::kcl {

// Returns the syntax tree as an S-expression: `(assign x (+ 1 2))`. Each
// statement is on a separate line. Spans and ids are omitted.
std::string Dump(const FileAst& file, const Interner& names);
std::string Dump(const Expr& expr, const Interner& names);
std::string Dump(const TypeExpr& type, const Interner& names);

}  // namespace kval::kcl
