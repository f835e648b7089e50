#include "src/lang/kcl/syntax/header_parser.h"

namespace kval::kcl::syntax {

std::vector<Decorator> HeaderParser::ParseDecorators() {
  std::vector<Decorator> decorators;
  while (At(TokenKind::kAt)) {
    Decorator decorator;
    const uint32_t begin = Take().span.begin;
    const Expr* expr = grammar_.ParseExpr();
    decorator.callee = expr;
    if (const CallExpr* call = expr->As<CallExpr>()) {
      decorator.callee = call->callee;
      decorator.args = call->args;
    } else if (!state_.failed && expr->kind != ExprKind::kName && expr->kind != ExprKind::kSelector) {
      Fail(expr->span, syntax_error::kExpected, "an identifier", state_.file.Text(expr->span));
    }
    decorator.span = SpanFrom(begin);
    decorators.push_back(decorator);
    if (state_.failed) {
      SkipToEndOfLine();
      state_.failed = false;
    }
    SkipNewlines();
  }
  return decorators;
}

SchemaRef HeaderParser::ParseSchemaRef() {
  SchemaRef ref;
  const uint32_t begin = Peek().span.begin;
  const std::vector<Name> names = ExpectDottedName();
  ref.names = Keep(names);
  ref.span = SpanFrom(begin);
  return ref;
}

const SchemaRef* HeaderParser::ParseFor() {
  if (state_.failed || !AcceptKeyword(Keyword::kFor)) {
    return nullptr;
  }
  return Keep(ParseSchemaRef());
}

bool HeaderParser::EndHeader() {
  if (!state_.failed) {
    Expect(TokenKind::kColon);
  }
  if (state_.failed) {
    SkipToBlock();
  }
  SkipNewlines();
  return At(TokenKind::kIndent);
}

}  // namespace kval::kcl::syntax
