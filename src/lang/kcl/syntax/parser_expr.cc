#include "src/lang/kcl/syntax/parser.h"

// Expressions, but for lists and configs (parser_config.cc).
namespace kval::kcl {
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

const Expr* Parser::ParseExpr() {
  const DepthGuard guard(depth_);
  const HeightScope height(height_);
  if (TooDeep()) {
    return Invalid();
  }
  const uint32_t begin = Peek().span.begin;
  const Expr* then = ParseSimple();
  if (failed_ || !AcceptKeyword(Keyword::kIf)) {
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

const Expr* Parser::ParseSimple() {
  return ParseOperators(Precedence::kLowest);
}

const Expr* Parser::ParsePrimary() {
  const uint32_t begin = Peek().span.begin;
  const bool braces = At(TokenKind::kName) && Peek().keyword != Keyword::kLambda;
  const Expr* operand = ParseOperand();
  return ParsePostfix(operand, begin, braces && operand->kind == ExprKind::kName);
}

// `braces`: the operand is a name, so a `{` behind it or behind its call is a config for it.
const Expr* Parser::ParsePostfix(const Expr* operand, uint32_t begin, bool braces) {
  while (!failed_) {
    const TokenKind next = Peek(1).kind;
    if (At(TokenKind::kDot) || (At(TokenKind::kQuestion) && next == TokenKind::kDot)) {
      braces = braces && At(TokenKind::kDot);
      operand = ParseSelector(operand, begin);
    } else if (At(TokenKind::kOpenBracket) || (At(TokenKind::kQuestion) && next == TokenKind::kOpenBracket)) {
      braces = false;
      operand = ParseSubscript(operand, begin);
    } else if (At(TokenKind::kOpenParen)) {
      operand = ParseCall(operand, begin);
      if (braces && !failed_ && At(TokenKind::kOpenBrace)) {
        const CallExpr& call = *operand->As<CallExpr>();
        operand = ParseSchemaInit(call.callee, true, call.args, begin);
      }
      braces = false;
    } else if (braces && At(TokenKind::kOpenBrace)) {
      braces = false;
      operand = ParseSchemaInit(operand, false, {}, begin);
    } else {
      break;
    }
    if (TooLong()) {
      break;
    }
  }
  return operand;
}

const Expr* Parser::ParseOperand() {
  switch (Peek().kind) {
    case TokenKind::kName:
      return ParseNameExpr();
    case TokenKind::kInt:
    case TokenKind::kFloat:
      return ParseNumber();
    case TokenKind::kString:
      return ParseString();
    case TokenKind::kOpenParen:
      return ParseParen();
    case TokenKind::kOpenBracket:
      return ParseListOrComprehension();
    case TokenKind::kOpenBrace:
      return ParseConfigOrComprehension();
    default:
      FailExpected("an expression");
      return Invalid();
  }
}

const Expr* Parser::ParseNameExpr() {
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

const Expr* Parser::ParseConstant(Constant value) {
  const uint32_t begin = Take().span.begin;
  ConstantExpr expr = Node<ConstantExpr>(begin);
  expr.value = value;
  return Keep(expr);
}

const Expr* Parser::ParseNumber() {
  const Token& token = Take();
  if (token.kind == TokenKind::kFloat) {
    FloatExpr expr = Node<FloatExpr>(token.span.begin);
    expr.value = token.float_value;
    return Keep(expr);
  }
  IntExpr expr = Node<IntExpr>(token.span.begin);
  expr.value = token.int_value;
  expr.unit = token.unit;
  return Keep(expr);
}

const Expr* Parser::ParseParen() {
  const uint32_t begin = Take().span.begin;
  const DepthGuard guard(paren_depth_);
  const Expr* inner = ParseExpr();
  Expect(TokenKind::kCloseParen);
  ParenExpr expr = Node<ParenExpr>(begin);
  expr.inner = inner;
  return Keep(expr);
}

const Expr* Parser::ParseSelector(const Expr* value, uint32_t begin) {
  const bool optional = Accept(TokenKind::kQuestion);
  Take();
  if (At(TokenKind::kStar) || At(TokenKind::kOpenBrace)) {
    return ParseProjection(value, begin);
  }
  const Name attribute = ExpectName();
  SelectorExpr expr = Node<SelectorExpr>(begin);
  expr.value = value;
  expr.attribute = attribute;
  expr.optional = optional;
  return Keep(expr);
}

const Expr* Parser::ParseProjection(const Expr* value, uint32_t begin) {
  std::vector<Name> names;
  const bool all = Accept(TokenKind::kStar);
  if (!all) {
    Take();
    while (!failed_ && !At(TokenKind::kCloseBrace)) {
      names.push_back(ExpectName());
      if (!Accept(TokenKind::kComma)) {
        break;
      }
    }
    Expect(TokenKind::kCloseBrace);
  }
  ProjectionExpr expr = Node<ProjectionExpr>(begin);
  expr.value = value;
  expr.all = all;
  expr.names = Keep(names);
  return Keep(expr);
}

const Expr* Parser::ParseSubscript(const Expr* value, uint32_t begin) {
  const bool optional = Accept(TokenKind::kQuestion);
  Take();
  const Expr* bounds[3] = {nullptr, nullptr, nullptr};
  size_t colons = 0;
  if (!At(TokenKind::kColon)) {
    bounds[0] = ParseExpr();
  }
  while (!failed_ && colons < 2 && Accept(TokenKind::kColon)) {
    ++colons;
    if (!At(TokenKind::kColon) && !At(TokenKind::kCloseBracket)) {
      bounds[colons] = ParseExpr();
    }
  }
  Expect(TokenKind::kCloseBracket);
  if (colons == 0) {
    SubscriptExpr expr = Node<SubscriptExpr>(begin);
    expr.value = value;
    expr.index = bounds[0] ? bounds[0] : Invalid();
    expr.optional = optional;
    return Keep(expr);
  }
  SliceExpr expr = Node<SliceExpr>(begin);
  expr.value = value;
  expr.lower = bounds[0];
  expr.upper = bounds[1];
  expr.step = bounds[2];
  expr.optional = optional;
  return Keep(expr);
}

const Expr* Parser::ParseCall(const Expr* callee, uint32_t begin) {
  const std::vector<Argument> args = ParseArguments();
  CallExpr expr = Node<CallExpr>(begin);
  expr.callee = callee;
  expr.args = Keep(args);
  return Keep(expr);
}

const Expr* Parser::ParseSchemaInit(const Expr* schema, bool has_args, std::span<const Argument> args,
                                    uint32_t begin) {
  const DepthGuard guard(depth_);
  if (TooDeep()) {
    return Invalid();
  }
  const Expr* config = ParseConfigOrComprehension();
  SchemaInitExpr expr = Node<SchemaInitExpr>(begin);
  expr.schema = schema;
  expr.has_args = has_args;
  expr.args = args;
  expr.config = config->As<ConfigExpr>();
  if (!expr.config) {
    Fail(config->span, syntax_error::kUnexpected, "for");
    expr.config = Keep(Node<ConfigExpr>(config->span.begin));
  }
  return Keep(expr);
}

std::vector<Argument> Parser::ParseArguments() {
  const size_t open = position_;
  Take();
  std::vector<Argument> args;
  bool has_newline = At(TokenKind::kNewline);
  SkipLayout();
  bool has_keyword = false;
  while (!AtItemsEnd(TokenKind::kCloseParen, open, has_newline)) {
    const size_t before = position_;
    args.push_back(ParseArgument());
    const ArgumentKind kind = args.back().kind;
    if (kind == ArgumentKind::kPositional && has_keyword) {
      Fail(args.back().span, syntax_error::kPositionalAfterKeyword);
    }
    has_keyword = has_keyword || kind == ArgumentKind::kKeyword || kind == ArgumentKind::kStarStar;
    FinishItem(has_newline);
    if (position_ == before) {
      break;
    }
  }
  Expect(TokenKind::kCloseParen);
  return args;
}

Argument Parser::ParseArgument() {
  Argument arg;
  const uint32_t begin = Peek().span.begin;
  if (Accept(TokenKind::kStar)) {
    arg.kind = ArgumentKind::kStar;
  } else if (Accept(TokenKind::kStarStar)) {
    arg.kind = ArgumentKind::kStarStar;
  } else if (At(TokenKind::kName) && Peek(1).kind == TokenKind::kAssign) {
    arg.kind = ArgumentKind::kKeyword;
    arg.name = TakeName(NameUse::kArgument);
    Take();
  }
  arg.value = ParseExpr();
  if (arg.kind == ArgumentKind::kPositional && !failed_ && At(TokenKind::kAssign)) {
    Fail(arg.value->span, syntax_error::kExpected, "an identifier", file_.Text(arg.value->span));
  }
  arg.span = SpanFrom(begin);
  return arg;
}

const Expr* Parser::ParseLambda() {
  const uint32_t begin = Take().span.begin;
  std::vector<Parameter> params;
  if (At(TokenKind::kOpenBrace)) {
    // `lambda {x, y} -> any {…}`: the first braces hold parameters when something follows them.
    const size_t close = CloserOf(position_);
    const TokenKind behind = tokens_[close + 1 < tokens_.size() ? close + 1 : close].kind;
    if (behind == TokenKind::kArrow || behind == TokenKind::kOpenBrace) {
      Take();
      params = ParseParameters(TokenKind::kCloseBrace, TokenKind::kCloseBrace);
      Expect(TokenKind::kCloseBrace);
    }
  } else if (!At(TokenKind::kArrow)) {
    params = ParseParameters(TokenKind::kOpenBrace, TokenKind::kArrow);
  }
  const TypeExpr* return_type = Accept(TokenKind::kArrow) ? ParseType() : nullptr;
  std::vector<const Stmt*> body;
  if (Expect(TokenKind::kOpenBrace)) {
    const DepthGuard guard(lambda_depth_);
    SkipLayout();
    while (!At(TokenKind::kCloseBrace) && !At(TokenKind::kEnd)) {
      const size_t before = position_;
      if (const Stmt* stmt = ParseStmt()) {
        body.push_back(stmt);
      }
      SkipLayout();
      if (position_ == before) {
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

const Expr* Parser::ParseQuantifier(QuantifierKind kind) {
  const uint32_t begin = Take().span.begin;
  std::vector<Name> variables = {ExpectName()};
  while (!failed_ && Accept(TokenKind::kComma)) {
    variables.push_back(ExpectName());
  }
  if (!failed_ && !AtKeyword(Keyword::kIn)) {
    FailLoopVariable();
  }
  QuantifierExpr expr = {};
  expr.iterable = expr.body = nullptr;
  if (!failed_ && ExpectKeyword(Keyword::kIn, "in")) {
    // No config may follow the name of the iterable: the brace opens the body.
    const uint32_t iterable_begin = Peek().span.begin;
    expr.iterable = ParsePostfix(ParseOperand(), iterable_begin, false);
    if (Expect(TokenKind::kOpenBrace)) {
      // A body on lines of its own is a block.
      const bool is_block = At(TokenKind::kNewline);
      SkipNewlines();
      if (is_block) {
        Expect(TokenKind::kIndent);
      }
      expr.body = ParseSimple();
      if (AcceptKeyword(Keyword::kIf)) {
        expr.condition = ParseExpr();
      }
      if (is_block && !failed_) {
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

}  // namespace kval::kcl
