#pragma once

#include "src/lang/kcl/syntax/node_reader.h"

namespace kval::kcl::syntax {

// Precedence of operators, lowest first. In KCL prefix operators have the highest precedence, including
// `not`.
enum class Precedence : uint8_t {
  kLowest,
  kAs,
  kOr,
  kAnd,
  kEqual,
  kIn,
  kIs,
  kLess,
  kBitOr,
  kBitXor,
  kBitAnd,
  kShift,
  kSum,
  kProduct,
  kPower,
};

// Expressions: conditionals and operators, by their precedence.
class ExpressionParser : private NodeReader {
 public:
  explicit ExpressionParser(const Components& components) : NodeReader(components) {}

  const Expr* ParseExpr();
  const Expr* ParseSimple();
  const Expr* ParseUnary();

 private:
  bool AtLoneLiteral() const;
  const Expr* ParseOperators(Precedence least);
  const Expr* ParsePrimary();
};

}  // namespace kval::kcl::syntax
