#pragma once

#include "src/lang/kcl/syntax/clause_parser.h"
#include "src/lang/kcl/syntax/grammar.h"
#include "src/lang/kcl/syntax/literal_parser.h"
#include "src/lang/kcl/syntax/node_reader.h"
#include "src/lang/kcl/syntax/parameter_parser.h"
#include "src/lang/kcl/syntax/postfix_parser.h"
#include "src/lang/kcl/syntax/text_parser.h"
#include "src/lang/kcl/syntax/type_parser.h"

namespace kval::kcl::syntax {

// Parses operands: names, literals, parentheses, lambdas, quantifiers.
class OperandParser : private NodeReader {
 public:
  OperandParser(ParseState& state, Grammar& grammar, TypeParser& types, TextParser& strings,
                ParameterParser& parameters, ClauseParser& clauses, LiteralParser& literals,
                PostfixParser& postfixes)
      : NodeReader(state),
        grammar_(grammar),
        types_(types),
        strings_(strings),
        parameters_(parameters),
        clauses_(clauses),
        literals_(literals),
        postfixes_(postfixes) {}

  const Expr* ParseOperand();

 private:
  const Expr* ParseNameExpr();
  const Expr* ParseConstant(Constant value);
  const Expr* ParseNumber();
  const Expr* ParseParen();
  const Expr* ParseLambda();
  const Expr* ParseQuantifier(QuantifierKind kind);

  Grammar& grammar_;
  TypeParser& types_;
  TextParser& strings_;
  ParameterParser& parameters_;
  ClauseParser& clauses_;
  LiteralParser& literals_;
  PostfixParser& postfixes_;
};

}  // namespace kval::kcl::syntax
