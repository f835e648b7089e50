#include "src/lang/kcl/syntax/type_parser.h"

#include <vector>

namespace kval::kcl::syntax {

const TypeExpr* TypeParser::ParseType() {
  const uint32_t begin = Peek().span.begin;
  const TypeExpr* first = ParseTypeElement();
  if (!At(TokenKind::kOr)) {
    return first;
  }
  std::vector<const TypeExpr*> members = {first};
  while (Accept(TokenKind::kOr)) {
    members.push_back(ParseTypeElement());
  }
  UnionTypeExpr type = Node<UnionTypeExpr>(begin);
  type.members = Keep(members);
  return Keep(type);
}

const TypeExpr* TypeParser::ParseBasicType(TypeExprKind kind) {
  const Token& token = Take();
  TypeExpr type;
  type.kind = kind;
  type.span = token.span;
  type.id = state_.context.next_id++;
  return Keep(type);
}

const TypeExpr* TypeParser::ParseTypeElement() {
  const DepthGuard guard(state_.depth);
  if (TooDeep()) {
    return ParseBasicType(TypeExprKind::kInvalid);
  }
  switch (Peek().kind) {
    case TokenKind::kName:
      return ParseNamedType();
    case TokenKind::kInt:
    case TokenKind::kFloat:
    case TokenKind::kString:  // a literal has no sign
      return ParseLiteralType();
    case TokenKind::kOpenBracket:
      return ParseListType();
    case TokenKind::kOpenBrace:
      return ParseDictType();
    case TokenKind::kOpenParen:
      return ParseFunctionType();
    default:
      break;
  }
  FailExpected("a type");
  TypeExpr type;
  type.span = {Peek().span.begin, Peek().span.begin};
  type.id = state_.context.next_id++;
  return Keep(type);
}

const TypeExpr* TypeParser::ParseNamedType() {
  const Keyword keyword = Peek().keyword;
  if (keyword == Keyword::kAny) {
    return ParseBasicType(TypeExprKind::kAny);
  }
  if (keyword == Keyword::kTrue || keyword == Keyword::kFalse || keyword == Keyword::kNone) {
    return ParseLiteralType();
  }
  const bool is_plain = Peek(1).kind != TokenKind::kDot && state_.file.Text(Peek().span).front() != '$';
  const std::string_view word = state_.context.names.Text(Peek().symbol);
  if (is_plain && word == "bool") {
    return ParseBasicType(TypeExprKind::kBool);
  }
  if (is_plain && word == "int") {
    return ParseBasicType(TypeExprKind::kInt);
  }
  if (is_plain && word == "float") {
    return ParseBasicType(TypeExprKind::kFloat);
  }
  if (is_plain && word == "str") {
    return ParseBasicType(TypeExprKind::kStr);
  }
  const uint32_t begin = Peek().span.begin;
  const std::vector<Name> names = ExpectDottedName();
  NamedTypeExpr type = Node<NamedTypeExpr>(begin);
  type.names = Keep(names);
  return Keep(type);
}

const TypeExpr* TypeParser::ParseLiteralType() {
  const uint32_t begin = Peek().span.begin;
  const Expr* value = grammar_.ParseUnary();
  LiteralTypeExpr type = Node<LiteralTypeExpr>(begin);
  type.value = value;
  return Keep(type);
}

const TypeExpr* TypeParser::ParseListType() {
  const uint32_t begin = Take().span.begin;
  const TypeExpr* element = At(TokenKind::kCloseBracket) ? nullptr : ParseType();
  Expect(TokenKind::kCloseBracket);
  ListTypeExpr type = Node<ListTypeExpr>(begin);
  type.element = element;
  return Keep(type);
}

const TypeExpr* TypeParser::ParseDictType() {
  const uint32_t begin = Take().span.begin;
  const TypeExpr* key = At(TokenKind::kColon) ? nullptr : ParseType();
  Expect(TokenKind::kColon);
  const TypeExpr* value = At(TokenKind::kCloseBrace) ? nullptr : ParseType();
  Expect(TokenKind::kCloseBrace);
  DictTypeExpr type = Node<DictTypeExpr>(begin);
  type.key = key;
  type.value = value;
  return Keep(type);
}

const TypeExpr* TypeParser::ParseFunctionType() {
  const uint32_t begin = Take().span.begin;
  std::vector<const TypeExpr*> params;
  while (!state_.failed && !At(TokenKind::kCloseParen) && !At(TokenKind::kEnd)) {
    params.push_back(ParseType());
    Accept(TokenKind::kComma);
  }
  Expect(TokenKind::kCloseParen);
  const TypeExpr* result = Accept(TokenKind::kArrow) ? ParseType() : nullptr;
  FunctionTypeExpr type = Node<FunctionTypeExpr>(begin);
  type.params = Keep(params);
  type.result = result;
  return Keep(type);
}

}  // namespace kval::kcl::syntax
