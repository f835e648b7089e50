#include <algorithm>

#include "src/lang/lex/precedence.h"
#include "src/lang/starlark/parser.h"

namespace kval::starlark {
namespace {

using lex::Associativity;
using lex::OperatorPrecedence;

constexpr uint8_t kNotLevel = 3;
constexpr uint8_t kComparisonLevel = 4;
constexpr uint8_t kPrimaryLevel = 11;
constexpr uint32_t kMaxNesting = 200;
constexpr uint32_t kMaxHeight = 1000;

OperatorPrecedence BindingOf(Token token) {
  switch (token) {
    case Token::kOr:
      return {1};
    case Token::kAnd:
      return {2};
    case Token::kEqual:
    case Token::kNotEqual:
    case Token::kLess:
    case Token::kGreater:
    case Token::kLessEqual:
    case Token::kGreaterEqual:
    case Token::kIn:
    case Token::kNotIn:
      return {kComparisonLevel, Associativity::kNone};
    case Token::kPipe:
      return {5};
    case Token::kCaret:
      return {6};
    case Token::kAmpersand:
      return {7};
    case Token::kShiftLeft:
    case Token::kShiftRight:
      return {8};
    case Token::kPlus:
    case Token::kMinus:
      return {9};
    case Token::kStar:
    case Token::kSlash:
    case Token::kSlashSlash:
    case Token::kPercent:
      return {10};
    default:
      return {0};
  }
}

bool EndsItems(Token token) {
  switch (token) {
    case Token::kEndOfFile:
    case Token::kNewline:
    case Token::kAssign:
    case Token::kRightBrace:
    case Token::kRightBracket:
    case Token::kRightParen:
    case Token::kSemicolon:
      return true;
    default:
      return false;
  }
}

bool IsKeyword(Token token) {
  return token >= Token::kAnd;
}

}  // namespace

// Counts how deeply the parser has called itself.
class Parser::Nesting {
 public:
  explicit Nesting(Parser& parser) : parser_(parser) {
    if (++parser_.depth_ > kMaxNesting && !parser_.failed_) {
      parser_.emitter_
          .ReportText(parser_.Peek().span, diag::Kind::kLimitDepth, "an expression is nested too deeply")
          .Emit();
      parser_.failed_ = true;
    }
  }
  ~Nesting() { --parser_.depth_; }
  Nesting(const Nesting&) = delete;
  Nesting& operator=(const Nesting&) = delete;
  bool ok() const { return parser_.depth_ <= kMaxNesting; }

 private:
  Parser& parser_;
};

uint32_t Parser::CheckHeight(uint32_t height, source::Span span) {
  if (height > kMaxHeight && !failed_) {
    emitter_.ReportText(span, diag::Kind::kLimitDepth, "an expression has too many operators in a row")
        .Emit();
    failed_ = true;
  }
  return failed_ ? 0 : height;
}

Expr Parser::Head(ExprKind kind, source::Span span, std::initializer_list<const Expr*> children) {
  uint32_t height = 0;
  for (const Expr* child : children) {
    height = std::max(height, child ? child->height : 0);
  }
  return {kind, CheckHeight(height + 1, span), span};
}

// `a, b` is a tuple.
Expr* Parser::ParseExpr(bool in_parens) {
  Expr* first = ParseTest();
  if (!Is(Token::kComma)) {
    return first;
  }
  std::vector<Expr*> items = {first};
  ParseItems(items, in_parens);
  SequenceExpr tuple{Head(ExprKind::kTuple, Since(first->span), {}), Keep(items)};
  for (const Expr* item : items) {
    tuple.height = std::max(tuple.height, item->height + 1);
  }
  CheckHeight(tuple.height, tuple.span);
  return Make(tuple);
}

void Parser::ParseItems(std::vector<Expr*>& items, bool allow_trailing_comma) {
  while (Is(Token::kComma) && !failed_) {
    const source::Span comma = Next().span;
    if (EndsItems(At())) {
      if (!allow_trailing_comma) {
        Fail(comma, "unparenthesized tuple with trailing comma", "put the tuple into parentheses");
      }
      return;
    }
    items.push_back(ParseTest());
  }
}

// One expression that is no tuple: a lambda, or operators with a condition perhaps.
Expr* Parser::ParseTest() {
  const Nesting nesting(*this);
  if (!nesting.ok()) {
    return Poison(Peek().span);
  }
  if (Is(Token::kLambda)) {
    return ParseLambda(true);
  }
  Expr* yes = ParseOperand(1);
  if (!Is(Token::kIf) || failed_) {
    return yes;
  }
  const source::Span if_span = Next().span;
  Expr* condition = ParseOperand(1);
  if (!Is(Token::kElse)) {
    Fail(if_span, "conditional expression without else clause");
    return Poison(if_span);
  }
  Next();
  Expr* no = ParseTest();
  return Make(ConditionalExpr{Head(ExprKind::kConditional, Since(yes->span), {condition, yes, no}), condition,
                              yes, no});
}

// An expression whose operators all have `level` or bind tighter.
Expr* Parser::ParseOperand(uint8_t level) {
  if (level >= kPrimaryLevel) {
    return ParsePrimaryWithSuffix();
  }
  return ParseBinary(level);
}

Expr* Parser::ParseNot() {
  const Nesting nesting(*this);
  const source::Span not_span = Next().span;
  Expr* operand = nesting.ok() ? ParseOperand(kNotLevel) : Poison(not_span);
  return Make(UnaryExpr{Head(ExprKind::kUnary, Since(not_span), {operand}), Token::kNot, operand});
}

Expr* Parser::ParseBinary(uint8_t level) {
  Expr* left = level <= kNotLevel && Is(Token::kNot) ? ParseNot() : ParsePrimaryWithSuffix();
  Token last_comparison = Token::kIllegal;
  while (!failed_) {
    Token op = At();
    const bool is_not_in = op == Token::kNot && Peek(1).token == Token::kIn;
    if (is_not_in) {
      op = Token::kNotIn;
    }
    const OperatorPrecedence binding = BindingOf(op);
    if (binding.level == 0 || binding.level < level) {
      return left;
    }
    if (binding.associativity == Associativity::kNone && last_comparison != Token::kIllegal) {
      Fail(Peek().span,
           std::string(TokenName(last_comparison)) + " does not associate with " +
               std::string(TokenName(op)) + " (use parens)",
           "comparisons cannot be chained: join them with `and`");
      return left;
    }
    last_comparison = binding.associativity == Associativity::kNone ? op : Token::kIllegal;
    const source::Span op_span = Next().span;
    if (is_not_in) {
      Next();
    }
    Expr* right = ParseOperand(lex::RightLevel(binding));
    const bool is_logical = op == Token::kAnd || op == Token::kOr;
    left = Make(BinaryExpr{
        Head(is_logical ? ExprKind::kLogical : ExprKind::kBinary, Since(left->span), {left, right}), op,
        op_span, left, right});
  }
  return left;
}

Expr* Parser::ParseLambda(bool allow_condition) {
  const source::Span start = Next().span;
  FunctionCode* code = arena_.New<FunctionCode>();
  code->name = "lambda";
  code->params = Is(Token::kColon) ? std::span<Param>() : ParseParams(Token::kColon);
  Expect(Token::kColon);
  code->result = allow_condition ? ParseTest() : Is(Token::kLambda) ? ParseLambda(false) : ParseOperand(1);
  code->span = Since(start);
  Expr head = Head(ExprKind::kLambda, code->span, {code->result});
  for (const Param& param : code->params) {
    head.height = std::max(head.height, param.fallback ? param.fallback->height + 1 : 0);
  }
  return Make(LambdaExpr{head, code});
}

Expr* Parser::ParsePrimaryWithSuffix() {
  Expr* expr = ParsePrimary();
  while (!failed_) {
    if (Is(Token::kDot)) {
      Next();
      source::Span name_span;
      const std::string_view name = ParseIdentifier(name_span);
      expr = Make(DotExpr{Head(ExprKind::kDot, Since(expr->span), {expr}), expr, name, name_span});
    } else if (Is(Token::kLeftBracket)) {
      expr = ParseIndexOrSlice(expr);
    } else if (Is(Token::kLeftParen)) {
      expr = ParseCall(expr);
    } else {
      return expr;
    }
  }
  return expr;
}

Expr* Parser::ParsePrimary() {
  switch (At()) {
    case Token::kName:
      return ParseName();
    case Token::kInt:
    case Token::kFloat:
    case Token::kString: {
      const LexedToken& token = Next();
      return Make(LiteralExpr{Head(ExprKind::kLiteral, token.span, {}), token.literal});
    }
    case Token::kLeftParen:
      return ParseParens();
    case Token::kLeftBracket:
      return ParseList();
    case Token::kLeftBrace:
      return ParseDict();
    case Token::kPlus:
    case Token::kMinus:
    case Token::kTilde:
      return ParseUnary();
    default:
      FailWanting(kPrimary);
      return Poison(Peek().span);
  }
}

Expr* Parser::ParseUnary() {
  const Nesting nesting(*this);
  const LexedToken& op = Next();
  Expr* operand = nesting.ok() ? ParsePrimaryWithSuffix() : Poison(op.span);
  return Make(UnaryExpr{Head(ExprKind::kUnary, Since(op.span), {operand}), op.token, operand});
}

Expr* Parser::ParseParens() {
  const Nesting nesting(*this);
  const source::Span start = Next().span;
  if (Take(Token::kRightParen)) {
    return Make(SequenceExpr{Head(ExprKind::kTuple, Since(start), {}), {}});
  }
  Expr* inner = nesting.ok() ? ParseExpr(true) : Poison(start);
  Expect(Token::kRightParen);
  inner->span = Since(start);
  return inner;
}

Expr* Parser::ParseList() {
  const Nesting nesting(*this);
  const source::Span start = Next().span;
  std::vector<Expr*> items;
  if (!Is(Token::kRightBracket)) {
    items.push_back(nesting.ok() ? ParseTest() : Poison(start));
    if (Is(Token::kFor)) {
      return ParseComprehension(start, false, {nullptr, items[0]}, Token::kRightBracket);
    }
    ParseItems(items, true);
  }
  Expect(Token::kRightBracket);
  SequenceExpr list{Head(ExprKind::kList, Since(start), {}), Keep(items)};
  for (const Expr* item : items) {
    list.height = std::max(list.height, item->height + 1);
  }
  return Make(list);
}

DictItem Parser::ParseDictItem() {
  Expr* key = ParseTest();
  if (!Is(Token::kColon) && !failed_) {
    const bool is_set = Is(Token::kComma) || Is(Token::kRightBrace);
    if (is_set) {
      Fail(Peek().span, "got " + DescribeToken(At()) + ", want ':'", "a set is written `set([1, 2])`");
      return {key, key};
    }
  }
  Expect(Token::kColon);
  return {key, failed_ ? key : ParseTest()};
}

Expr* Parser::ParseDict() {
  const Nesting nesting(*this);
  const source::Span start = Next().span;
  std::vector<DictItem> items;
  uint32_t height = 0;
  while (!Is(Token::kRightBrace) && !failed_ && nesting.ok()) {
    items.push_back(ParseDictItem());
    height = std::max({height, items.back().key->height, items.back().value->height});
    if (items.size() == 1 && Is(Token::kFor)) {
      return ParseComprehension(start, true, items[0], Token::kRightBrace);
    }
    if (!Take(Token::kComma)) {
      break;
    }
  }
  Expect(Token::kRightBrace);
  DictExpr dict{Head(ExprKind::kDict, Since(start), {}), Keep(items)};
  dict.height = CheckHeight(height + 1, dict.span);
  return Make(dict);
}

Expr* Parser::ParseComprehension(source::Span opening, bool is_dict, DictItem body, Token closing) {
  std::vector<Clause> clauses;
  uint32_t height = std::max(body.key ? body.key->height : 0, body.value->height);
  while (!Is(closing) && !failed_) {
    Clause clause{nullptr, nullptr};
    if (Take(Token::kFor)) {
      clause.target = ParseTarget();
      Expect(Token::kIn);
      // As in Python 3, no conditional, lambda or bare tuple: `if` belongs to the comprehension.
      clause.operand = ParseOperand(1);
    } else if (Take(Token::kIf)) {
      clause.operand = Is(Token::kLambda) ? ParseLambda(false) : ParseOperand(1);
    } else {
      FailWanting(std::string("'") + std::string(TokenName(closing)) + "', for, or if");
      break;
    }
    height = std::max({height, clause.target ? clause.target->height : 0, clause.operand->height});
    clauses.push_back(clause);
  }
  Expect(closing);
  ComprehensionExpr made{Head(ExprKind::kComprehension, Since(opening), {}), is_dict, body, Keep(clauses)};
  made.height = CheckHeight(height + 1, made.span);
  return Make(made);
}

Expr* Parser::ParseIndexOrSlice(Expr* object) {
  const Nesting nesting(*this);
  Next();
  Expr* low = nullptr;
  Expr* high = nullptr;
  Expr* step = nullptr;
  if (!Is(Token::kColon)) {
    low = nesting.ok() ? ParseExpr(false) : Poison(object->span);
    if (Take(Token::kRightBracket)) {
      return Make(IndexExpr{Head(ExprKind::kIndex, Since(object->span), {object, low}), object, low});
    }
  }
  if (Take(Token::kColon) && !Is(Token::kColon) && !Is(Token::kRightBracket)) {
    high = ParseTest();
  }
  if (Take(Token::kColon) && !Is(Token::kRightBracket)) {
    step = ParseTest();
  }
  Expect(Token::kRightBracket);
  return Make(SliceExpr{Head(ExprKind::kSlice, Since(object->span), {object, low, high, step}), object, low,
                        high, step});
}

Expr* Parser::ParseCall(Expr* callee) {
  const Nesting nesting(*this);
  Next();
  const std::span<Argument> arguments =
      nesting.ok() ? ParseArguments(Token::kRightParen) : std::span<Argument>();
  Expect(Token::kRightParen);
  CallExpr call{Head(ExprKind::kCall, Since(callee->span), {callee}), callee, arguments};
  for (const Argument& argument : arguments) {
    call.height = std::max(call.height, argument.value->height + 1);
  }
  call.height = CheckHeight(call.height, call.span);
  return Make(call);
}

// What can be assigned to; not an expression with `in`, which ends a loop's variables.
Expr* Parser::ParseTarget() {
  Expr* first = ParsePrimaryWithSuffix();
  if (!Is(Token::kComma) || failed_) {
    return first;
  }
  std::vector<Expr*> items = {first};
  while (Take(Token::kComma) && !failed_) {
    if (EndsItems(At())) {
      break;
    }
    items.push_back(ParsePrimaryWithSuffix());
  }
  SequenceExpr tuple{Head(ExprKind::kTuple, Since(first->span), {}), Keep(items)};
  for (const Expr* item : items) {
    tuple.height = std::max(tuple.height, item->height + 1);
  }
  return Make(tuple);
}

std::string_view Parser::ParseIdentifier(source::Span& span) {
  span = Peek().span;
  if (Is(Token::kName)) {
    return Next().text;
  }
  if (Is(Token::kPass)) {
    FailWanting("identifier");
  } else if (IsKeyword(At())) {
    Fail(span,
         "use of reserved keyword '" + std::string(Peek().text) + "' is not allowed (expected identifier)");
  } else if (Is(Token::kIllegal)) {
    FailWanting("identifier");
  } else {
    Fail(span, "not an identifier");
  }
  return {};
}

NameExpr* Parser::ParseName() {
  source::Span span;
  const std::string_view name = ParseIdentifier(span);
  return Make(NameExpr{Head(ExprKind::kName, span, {}), name, {}});
}

Expr* Parser::Poison(source::Span span) {
  return Make(LiteralExpr{{ExprKind::kLiteral, 1, span}, Value::None()});
}

Expr* Parser::ParseWholeExpression() {
  Expr* expr = ParseExpr(true);  // ytt puts it into parentheses
  Take(Token::kNewline);
  if (!Is(Token::kEndOfFile) && !failed_) {
    FailWanting("end of expression");
  }
  return expr;
}

}  // namespace kval::starlark
