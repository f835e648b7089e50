#pragma once

#include "src/lang/kcl/syntax/node_reader.h"

namespace kval::kcl::syntax {

// Parses operands: names, literals, parentheses, lambdas, quantifiers.
class OperandParser : private NodeReader {
 public:
  explicit OperandParser(const Components& components) : NodeReader(components) {}

  const Expr* ParseOperand();

 private:
  const Expr* ParseNameExpr();
  const Expr* ParseConstant(Constant value);
  const Expr* ParseNumber();
  const Expr* ParseParen();
  const Expr* ParseLambda();
  const Expr* ParseQuantifier(QuantifierKind kind);
};

}  // namespace kval::kcl::syntax
