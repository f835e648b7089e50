#pragma once

#include "src/lang/kcl/syntax/stmt.h"

namespace kval::kcl {

struct StringPiece;

namespace syntax {

// What a part of the parser asks of those above it: expressions contain everything, lambdas and schemas
// contain statements, and a string contains expressions. Each part is handed this, the state and the parts
// below that it uses; `Parser` puts them together.
class Grammar {
 public:
  virtual const Expr* ParseExpr() = 0;
  // The same without `a if c else b`.
  virtual const Expr* ParseSimple() = 0;
  // The same without operators but prefixes.
  virtual const Expr* ParseUnary() = 0;
  // One statement with the line break behind it; null when there was only layout or a mistake.
  virtual const Stmt* ParseStmt() = 0;
  // A piece of a string that is an expression, by a parser of its own.
  virtual StringPart ParsePiece(const StringPiece& piece) = 0;

 protected:
  ~Grammar() = default;
};

}  // namespace syntax
}  // namespace kval::kcl
