#pragma once

#include "src/lang/kcl/syntax/node_reader.h"
#include "src/lang/kcl/syntax/operand_parser.h"
#include "src/lang/kcl/syntax/postfix_parser.h"
#include "src/lang/kcl/syntax/type_parser.h"

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
  ExpressionParser(ParseState& state, TypeParser& types, PostfixParser& postfixes, OperandParser& operands)
      : NodeReader(state), types_(types), postfixes_(postfixes), operands_(operands) {}

  const Expr* ParseExpr();
  const Expr* ParseSimple();
  const Expr* ParseUnary();

 private:
  bool AtLoneLiteral() const;
  const Expr* ParseOperators(Precedence least);
  const Expr* ParsePrimary();

  TypeParser& types_;
  PostfixParser& postfixes_;
  OperandParser& operands_;
};

}  // namespace kval::kcl::syntax
