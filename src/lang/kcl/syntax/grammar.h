#pragma once

#include "src/lang/kcl/syntax/stmt.h"

namespace kval::kcl {

struct StringPiece;

namespace syntax {

// The interface of the parser to its parts: expressions contain everything, lambdas and schemas contain
// statements, and a string contains expressions. Each part gets this, the state and the lower parts that it
// uses; `Parser` combines them.
class Grammar {
 public:
  virtual const Expr* ParseExpr() = 0;
  // The same without the conditional `a if c else b`.
  virtual const Expr* ParseSimple() = 0;
  // The same without binary operators.
  virtual const Expr* ParseUnary() = 0;
  // Parses one statement and the following line break. Returns null for layout only, or after an error.
  virtual const Stmt* ParseStmt() = 0;
  // Parses an expression in a string, with a separate parser.
  virtual StringPart ParsePiece(const StringPiece& piece) = 0;

 protected:
  ~Grammar() = default;
};

}  // namespace syntax
}  // namespace kval::kcl
