#include "src/lang/kcl/syntax/postfix_parser.h"

#include "src/lang/kcl/syntax/literal_parser.h"

namespace kval::kcl::syntax {

const Expr* PostfixParser::ParsePostfix(const Expr* operand, uint32_t begin, bool braces) {
  while (!state_.failed) {
    const TokenKind next = Peek(1).kind;
    if (At(TokenKind::kDot) || (At(TokenKind::kQuestion) && next == TokenKind::kDot)) {
      braces = braces && At(TokenKind::kDot);
      operand = ParseSelector(operand, begin);
    } else if (At(TokenKind::kOpenBracket) || (At(TokenKind::kQuestion) && next == TokenKind::kOpenBracket)) {
      braces = false;
      operand = ParseSubscript(operand, begin);
    } else if (At(TokenKind::kOpenParen)) {
      operand = ParseCall(operand, begin);
      if (braces && !state_.failed && At(TokenKind::kOpenBrace)) {
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

const Expr* PostfixParser::ParseSelector(const Expr* value, uint32_t begin) {
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

const Expr* PostfixParser::ParseProjection(const Expr* value, uint32_t begin) {
  std::vector<Name> names;
  const bool all = Accept(TokenKind::kStar);
  if (!all) {
    Take();
    while (!state_.failed && !At(TokenKind::kCloseBrace)) {
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

const Expr* PostfixParser::ParseSubscript(const Expr* value, uint32_t begin) {
  const bool optional = Accept(TokenKind::kQuestion);
  Take();
  const Expr* bounds[3] = {nullptr, nullptr, nullptr};
  size_t colons = 0;
  if (!At(TokenKind::kColon)) {
    bounds[0] = grammar_.ParseExpr();
  }
  while (!state_.failed && colons < 2 && Accept(TokenKind::kColon)) {
    ++colons;
    if (!At(TokenKind::kColon) && !At(TokenKind::kCloseBracket)) {
      bounds[colons] = grammar_.ParseExpr();
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

const Expr* PostfixParser::ParseCall(const Expr* callee, uint32_t begin) {
  const std::vector<Argument> args = ParseArguments();
  CallExpr expr = Node<CallExpr>(begin);
  expr.callee = callee;
  expr.args = Keep(args);
  return Keep(expr);
}

const Expr* PostfixParser::ParseSchemaInit(const Expr* schema, bool has_args, std::span<const Argument> args,
                                           uint32_t begin) {
  const DepthGuard guard(state_.depth);
  if (TooDeep()) {
    return Invalid();
  }
  const Expr* config = literals_.ParseConfigOrComprehension();
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

std::vector<Argument> PostfixParser::ParseArguments() {
  const size_t open = state_.position;
  Take();
  std::vector<Argument> args;
  bool has_newline = At(TokenKind::kNewline);
  SkipLayout();
  bool has_keyword = false;
  while (!AtItemsEnd(TokenKind::kCloseParen, open, has_newline)) {
    const size_t before = state_.position;
    args.push_back(ParseArgument());
    const ArgumentKind kind = args.back().kind;
    if (kind == ArgumentKind::kPositional && has_keyword) {
      Fail(args.back().span, syntax_error::kPositionalAfterKeyword);
    }
    has_keyword = has_keyword || kind == ArgumentKind::kKeyword || kind == ArgumentKind::kStarStar;
    FinishItem(has_newline);
    if (state_.position == before) {
      break;
    }
  }
  Expect(TokenKind::kCloseParen);
  return args;
}

Argument PostfixParser::ParseArgument() {
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
  arg.value = grammar_.ParseExpr();
  if (arg.kind == ArgumentKind::kPositional && !state_.failed && At(TokenKind::kAssign)) {
    Fail(arg.value->span, syntax_error::kExpected, "an identifier", state_.file.Text(arg.value->span));
  }
  arg.span = SpanFrom(begin);
  return arg;
}

}  // namespace kval::kcl::syntax
