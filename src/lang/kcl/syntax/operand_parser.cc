#include "src/lang/kcl/syntax/operand_parser.h"

#include <vector>

#include "src/lang/kcl/syntax/clause_parser.h"
#include "src/lang/kcl/syntax/literal_parser.h"
#include "src/lang/kcl/syntax/parameter_parser.h"
#include "src/lang/kcl/syntax/postfix_parser.h"
#include "src/lang/kcl/syntax/text_parser.h"
#include "src/lang/kcl/syntax/type_parser.h"

namespace kval::kcl::syntax {
namespace {

// The words that cannot start an expression.
bool IsConnective(Keyword keyword) {
  switch (keyword) {
    case Keyword::kAnd:
    case Keyword::kOr:
    case Keyword::kIn:
    case Keyword::kIs:
    case Keyword::kAs:
    case Keyword::kIf:
    case Keyword::kElse:
    case Keyword::kElif:
    case Keyword::kFor:
      return true;
    default:
      return false;
  }
}

}  // namespace

const Expr* OperandParser::ParseOperand() {
  switch (Peek().kind) {
    case TokenKind::kName:
      return ParseNameExpr();
    case TokenKind::kInt:
    case TokenKind::kFloat:
      return ParseNumber();
    case TokenKind::kString:
      return strings_.ParseString();
    case TokenKind::kOpenParen:
      return ParseParen();
    case TokenKind::kOpenBracket:
      return literals_.ParseListOrComprehension();
    case TokenKind::kOpenBrace:
      return literals_.ParseConfigOrComprehension();
    default:
      FailExpected("an expression");
      return Invalid();
  }
}

const Expr* OperandParser::ParseNameExpr() {
  switch (Peek().keyword) {
    case Keyword::kTrue:
      return ParseConstant(Constant::kTrue);
    case Keyword::kFalse:
      return ParseConstant(Constant::kFalse);
    case Keyword::kNone:
      return ParseConstant(Constant::kNone);
    case Keyword::kUndefined:
      return ParseConstant(Constant::kUndefined);
    case Keyword::kLambda:
      return ParseLambda();
    case Keyword::kAll:
      return ParseQuantifier(QuantifierKind::kAll);
    case Keyword::kAny:
      return ParseQuantifier(QuantifierKind::kAny);
    case Keyword::kMap:
      return ParseQuantifier(QuantifierKind::kMap);
    case Keyword::kFilter:
      return ParseQuantifier(QuantifierKind::kFilter);
    default:
      break;
  }
  if (IsConnective(Peek().keyword)) {
    FailExpected("an expression");
    return Invalid();
  }
  const uint32_t begin = Peek().span.begin;
  const Name name = TakeName();
  NameExpr expr = Node<NameExpr>(begin);
  expr.name = name;
  return Keep(expr);
}

const Expr* OperandParser::ParseConstant(Constant value) {
  const uint32_t begin = Take().span.begin;
  ConstantExpr expr = Node<ConstantExpr>(begin);
  expr.value = value;
  return Keep(expr);
}

const Expr* OperandParser::ParseNumber() {
  const Token& token = Take();
  if (token.kind == TokenKind::kFloat) {
    FloatExpr expr = Node<FloatExpr>(token.span.begin);
    expr.value = token.float_value;
    return Keep(expr);
  }
  if (token.int_value == kLeastInt) {
    state_.emitter.Report(token.span, syntax_error::kIntOverflow).Emit();
  }
  IntExpr expr = Node<IntExpr>(token.span.begin);
  expr.value = token.int_value;
  expr.unit = token.unit;
  return Keep(expr);
}

const Expr* OperandParser::ParseParen() {
  const uint32_t begin = Take().span.begin;
  const DepthGuard guard(state_.paren_depth);
  const Expr* inner = grammar_.ParseExpr();
  Expect(TokenKind::kCloseParen);
  ParenExpr expr = Node<ParenExpr>(begin);
  expr.inner = inner;
  return Keep(expr);
}

const Expr* OperandParser::ParseLambda() {
  const uint32_t begin = Take().span.begin;
  std::vector<Parameter> params;
  if (At(TokenKind::kOpenBrace)) {
    // `lambda {x, y} -> any {…}`: the first braces hold parameters when something follows them.
    const size_t close = CloserOf(state_.position);
    const TokenKind following = state_.tokens[close + 1 < state_.tokens.size() ? close + 1 : close].kind;
    if (following == TokenKind::kArrow || following == TokenKind::kOpenBrace) {
      Take();
      params = parameters_.ParseParameters(TokenKind::kCloseBrace, TokenKind::kCloseBrace);
      Expect(TokenKind::kCloseBrace);
    }
  } else if (!At(TokenKind::kArrow)) {
    params = parameters_.ParseParameters(TokenKind::kOpenBrace, TokenKind::kArrow);
  }
  const TypeExpr* return_type = Accept(TokenKind::kArrow) ? types_.ParseType() : nullptr;
  std::vector<const Stmt*> body;
  if (Expect(TokenKind::kOpenBrace)) {
    const DepthGuard guard(state_.lambda_depth);
    SkipLayout();
    while (!At(TokenKind::kCloseBrace) && !At(TokenKind::kEnd)) {
      const size_t before = state_.position;
      if (const Stmt* stmt = grammar_.ParseStmt()) {
        body.push_back(stmt);
      }
      SkipLayout();
      if (state_.position == before) {
        Take();
      }
    }
    Expect(TokenKind::kCloseBrace);
  }
  LambdaExpr expr = Node<LambdaExpr>(begin);
  expr.params = Keep(params);
  expr.return_type = return_type;
  expr.body = Keep(body);
  return Keep(expr);
}

const Expr* OperandParser::ParseQuantifier(QuantifierKind kind) {
  const uint32_t begin = Take().span.begin;
  std::vector<Name> variables = {ExpectName()};
  while (!state_.failed && Accept(TokenKind::kComma)) {
    variables.push_back(ExpectName());
  }
  if (!state_.failed && !AtKeyword(Keyword::kIn)) {
    clauses_.FailLoopVariable();
  }
  QuantifierExpr expr = {};
  expr.iterable = expr.body = nullptr;
  if (!state_.failed && ExpectKeyword(Keyword::kIn, "in")) {
    // No config may follow the name of the iterable: the brace opens the body.
    const uint32_t iterable_begin = Peek().span.begin;
    expr.iterable = postfixes_.ParsePostfix(ParseOperand(), iterable_begin, false);
    if (Expect(TokenKind::kOpenBrace)) {
      // A body on separate lines is a block.
      const bool is_block = At(TokenKind::kNewline);
      SkipNewlines();
      if (is_block) {
        Expect(TokenKind::kIndent);
      }
      expr.body = grammar_.ParseSimple();
      if (AcceptKeyword(Keyword::kIf)) {
        expr.condition = grammar_.ParseExpr();
      }
      if (is_block && !state_.failed) {
        SkipNewlines();
        CheckDedent();
        Expect(TokenKind::kDedent);
      }
      Expect(TokenKind::kCloseBrace);
    }
  }
  const QuantifierExpr node = Node<QuantifierExpr>(begin);
  expr.kind = node.kind;
  expr.span = node.span;
  expr.id = node.id;
  expr.quantifier = kind;
  expr.variables = Keep(variables);
  expr.iterable = expr.iterable ? expr.iterable : Invalid();
  expr.body = expr.body ? expr.body : Invalid();
  return Keep(expr);
}

}  // namespace kval::kcl::syntax
