#include "src/lang/kcl/syntax/attribute_parser.h"

#include <vector>

#include "src/lang/kcl/syntax/header_parser.h"
#include "src/lang/kcl/syntax/text_parser.h"
#include "src/lang/kcl/syntax/type_parser.h"

namespace kval::kcl::syntax {

bool AttributeParser::AtAttribute() const {
  if (At(TokenKind::kAt)) {
    return true;
  }
  const TokenKind next = Peek(1).kind;
  if (At(TokenKind::kString)) {
    return next == TokenKind::kColon || next == TokenKind::kQuestion;
  }
  if (!At(TokenKind::kName)) {
    return false;
  }
  if (next == TokenKind::kQuestion) {
    return Peek(2).kind == TokenKind::kColon;
  }
  return next == TokenKind::kName && Peek(2).kind == TokenKind::kColon &&
         state_.context.names.Text(Peek().symbol) == "final";
}

const Stmt* AttributeParser::ParseAttribute() {
  const uint32_t begin = Peek().span.begin;
  AttributeStmt attribute;
  const std::vector<Decorator> decorators = headers_.ParseDecorators();
  attribute.decorators = Keep(decorators);
  if (At(TokenKind::kName) && Peek(1).kind == TokenKind::kName &&
      state_.context.names.Text(Peek().symbol) == "final") {
    Take();
    attribute.is_final = true;
  }
  if (At(TokenKind::kString)) {
    const Expr* expr = strings_.ParseString();
    if (const StringExpr* text = expr->As<StringExpr>()) {
      attribute.name = MakeName(state_.context.names.Intern(text->value), text->span);
    } else {
      Fail(expr->span, syntax_error::kExpected, "an identifier", state_.file.Text(expr->span));
    }
  } else if (At(TokenKind::kName)) {
    const bool is_optional = Peek(1).kind == TokenKind::kQuestion;
    attribute.name = TakeName(is_optional ? NameUse::kOptional : NameUse::kAttribute);
  } else {
    attribute.name = ExpectName();
  }
  attribute.optional = !state_.failed && Accept(TokenKind::kQuestion);
  if (!state_.failed && Expect(TokenKind::kColon)) {
    attribute.type = types_.ParseType();
  }
  if (state_.failed && !attribute.type) {
    return nullptr;
  }
  if (!state_.failed) {
    ParseDefault(attribute);
  }
  const AttributeStmt node = Node<AttributeStmt>(begin);
  attribute.kind = node.kind;
  attribute.span = node.span;
  return Keep(attribute);
}

void AttributeParser::ParseDefault(AttributeStmt& attribute) {
  attribute.op_span = Peek().span;
  if (AtAugOp()) {
    attribute.has_aug_op = true;
    attribute.aug_op = TakeAugOp();
    attribute.value = grammar_.ParseExpr();
  } else if (Accept(TokenKind::kAssign)) {
    attribute.value = grammar_.ParseExpr();
  }
}

}  // namespace kval::kcl::syntax
