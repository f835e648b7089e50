#include "src/lang/kcl/syntax/expression_parser.h"

#include <vector>

#include "src/lang/kcl/syntax/brackets.h"
#include "src/lang/kcl/syntax/operand_parser.h"
#include "src/lang/kcl/syntax/postfix_parser.h"
#include "src/lang/kcl/syntax/type_parser.h"

namespace kval::kcl::syntax {
namespace {

struct Operator {
  Precedence precedence = Precedence::kLowest;  // kLowest: no operator
  bool is_comparison = false;
  BinaryOp binary = BinaryOp::kAdd;
  CompareOp compare = CompareOp::kEqual;
  size_t tokens = 1;
};

constexpr Operator Arithmetic(Precedence precedence, BinaryOp op) {
  return {precedence, false, op, CompareOp::kEqual, 1};
}

constexpr Operator Compared(Precedence precedence, CompareOp op, size_t tokens = 1) {
  return {precedence, true, BinaryOp::kAdd, op, tokens};
}

Operator KeywordOperator(const Token& token, const Token& next) {
  switch (token.keyword) {
    case Keyword::kAs:
      return {Precedence::kAs, false, BinaryOp::kAdd, CompareOp::kEqual, 1};
    case Keyword::kOr:
      return Arithmetic(Precedence::kOr, BinaryOp::kOr);
    case Keyword::kAnd:
      return Arithmetic(Precedence::kAnd, BinaryOp::kAnd);
    case Keyword::kIn:
      return Compared(Precedence::kIn, CompareOp::kIn);
    case Keyword::kIs:
      return next.keyword == Keyword::kNot ? Compared(Precedence::kIs, CompareOp::kIsNot, 2)
                                           : Compared(Precedence::kIs, CompareOp::kIs);
    case Keyword::kNot:
      if (next.keyword == Keyword::kIn) {
        return Compared(Precedence::kIn, CompareOp::kNotIn, 2);
      }
      // `x not None`, an old spelling of `is not`.
      return next.keyword == Keyword::kNone || next.keyword == Keyword::kUndefined
                 ? Compared(Precedence::kIs, CompareOp::kIsNot)
                 : Operator();
    default:
      return {};
  }
}

Operator OperatorAt(const Token& token, const Token& next) {
  switch (token.kind) {
    case TokenKind::kName:
      return KeywordOperator(token, next);
    case TokenKind::kEqual:
      return Compared(Precedence::kEqual, CompareOp::kEqual);
    case TokenKind::kNotEqual:
      return Compared(Precedence::kEqual, CompareOp::kNotEqual);
    case TokenKind::kLess:
      return Compared(Precedence::kLess, CompareOp::kLess);
    case TokenKind::kLessEqual:
      return Compared(Precedence::kLess, CompareOp::kLessEqual);
    case TokenKind::kGreater:
      return Compared(Precedence::kLess, CompareOp::kGreater);
    case TokenKind::kGreaterEqual:
      return Compared(Precedence::kLess, CompareOp::kGreaterEqual);
    case TokenKind::kOr:
      return Arithmetic(Precedence::kBitOr, BinaryOp::kBitOr);
    case TokenKind::kCaret:
      return Arithmetic(Precedence::kBitXor, BinaryOp::kBitXor);
    case TokenKind::kAnd:
      return Arithmetic(Precedence::kBitAnd, BinaryOp::kBitAnd);
    case TokenKind::kShiftLeft:
      return Arithmetic(Precedence::kShift, BinaryOp::kShiftLeft);
    case TokenKind::kShiftRight:
      return Arithmetic(Precedence::kShift, BinaryOp::kShiftRight);
    case TokenKind::kPlus:
      return Arithmetic(Precedence::kSum, BinaryOp::kAdd);
    case TokenKind::kMinus:
      return Arithmetic(Precedence::kSum, BinaryOp::kSubtract);
    case TokenKind::kStar:
      return Arithmetic(Precedence::kProduct, BinaryOp::kMultiply);
    case TokenKind::kSlash:
      return Arithmetic(Precedence::kProduct, BinaryOp::kDivide);
    case TokenKind::kSlashSlash:
      return Arithmetic(Precedence::kProduct, BinaryOp::kFloorDivide);
    case TokenKind::kPercent:
      return Arithmetic(Precedence::kProduct, BinaryOp::kModulo);
    case TokenKind::kStarStar:
      return Arithmetic(Precedence::kPower, BinaryOp::kPower);
    default:
      return {};
  }
}

}  // namespace

const Expr* ExpressionParser::ParseExpr() {
  const DepthGuard guard(state_.depth);
  const HeightScope height(state_.height);
  if (TooDeep()) {
    return Invalid();
  }
  if (AtLoneLiteral()) {
    const DepthGuard inner(state_.depth);
    return TooDeep() ? Invalid() : operands_.ParseOperand();
  }
  const uint32_t begin = Peek().span.begin;
  const Expr* then = ParseSimple();
  if (state_.failed || !AcceptKeyword(Keyword::kIf)) {
    return then;
  }
  const Expr* condition = ParseSimple();
  const Expr* otherwise = nullptr;
  if (ExpectKeyword(Keyword::kElse, "else")) {
    otherwise = ParseExpr();
  } else {
    otherwise = Invalid();
  }
  ConditionalExpr expr = Node<ConditionalExpr>(begin);
  expr.then = then;
  expr.condition = condition;
  expr.otherwise = otherwise;
  return Keep(expr);
}

// A text or a number with nothing behind it that belongs to it, as most values of configs are.
bool ExpressionParser::AtLoneLiteral() const {
  const TokenKind kind = Peek().kind;
  const TokenKind next = Peek(1).kind;
  return (kind == TokenKind::kString || kind == TokenKind::kInt || kind == TokenKind::kFloat) &&
         (next == TokenKind::kNewline || next == TokenKind::kComma || IsClosingBracket(next));
}

const Expr* ExpressionParser::ParseSimple() {
  return ParseOperators(Precedence::kLowest);
}

const Expr* ExpressionParser::ParseOperators(Precedence least) {
  const DepthGuard guard(state_.depth);
  if (TooDeep()) {
    return Invalid();
  }
  const uint32_t begin = Peek().span.begin;
  const Expr* left = ParseUnary();
  std::vector<Comparison> comparisons;
  const auto close_comparison = [&] {
    if (!comparisons.empty()) {
      CompareExpr compare = Node<CompareExpr>(begin);
      compare.first = left;
      compare.rest = Keep(comparisons);
      left = Keep(compare);
      comparisons.clear();
    }
  };
  while (!state_.failed) {
    const Operator op = OperatorAt(Peek(), Peek(1));
    // `x not None` is no operator in parentheses.
    if (op.precedence <= least || (state_.paren_depth > 0 && AtKeyword(Keyword::kNot) && op.tokens == 1)) {
      break;
    }
    if (TooLong()) {
      break;
    }
    const source::Span op_span = Cover(Peek().span, Peek(op.tokens - 1).span);
    for (size_t i = 0; i < op.tokens; ++i) {
      Take();
    }
    if (op.is_comparison) {
      comparisons.push_back({op.compare, op_span, ParseOperators(op.precedence)});
      continue;
    }
    close_comparison();
    if (op.precedence == Precedence::kAs) {
      const TypeExpr* type = types_.ParseType();
      AsExpr as = Node<AsExpr>(begin);
      as.value = left;
      as.type = type;
      left = Keep(as);
      continue;
    }
    const Expr* right = ParseOperators(op.precedence);
    BinaryExpr binary = Node<BinaryExpr>(begin);
    binary.op = op.binary;
    binary.op_span = op_span;
    binary.left = left;
    binary.right = right;
    left = Keep(binary);
  }
  close_comparison();
  return left;
}

const Expr* ExpressionParser::ParseUnary() {
  UnaryOp op;
  switch (Peek().kind) {
    case TokenKind::kPlus:
      op = UnaryOp::kPlus;
      break;
    case TokenKind::kMinus:
      op = UnaryOp::kMinus;
      break;
    case TokenKind::kTilde:
      op = UnaryOp::kInvert;
      break;
    default:
      if (!AtKeyword(Keyword::kNot)) {
        return ParsePrimary();
      }
      op = UnaryOp::kNot;
      break;
  }
  const DepthGuard guard(state_.depth);
  if (TooDeep()) {
    return Invalid();
  }
  const source::Span op_span = Take().span;
  if (op == UnaryOp::kMinus && At(TokenKind::kInt) && Peek().int_value == kLeastInt) {
    Take();
    IntExpr least = Node<IntExpr>(op_span.begin);
    least.value = kLeastInt;
    return Keep(least);
  }
  const Expr* operand = ParseUnary();
  UnaryExpr expr = Node<UnaryExpr>(op_span.begin);
  expr.op = op;
  expr.op_span = op_span;
  expr.operand = operand;
  return Keep(expr);
}

const Expr* ExpressionParser::ParsePrimary() {
  const uint32_t begin = Peek().span.begin;
  const bool braces = At(TokenKind::kName) && Peek().keyword != Keyword::kLambda;
  const Expr* operand = operands_.ParseOperand();
  return postfixes_.ParsePostfix(operand, begin, braces && operand->kind == ExprKind::kName);
}

}  // namespace kval::kcl::syntax
