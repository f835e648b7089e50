#include "src/lang/kcl/syntax/assignment_parser.h"

#include <string>
#include <vector>

#include "src/lang/kcl/syntax/attribute_parser.h"
#include "src/lang/kcl/syntax/postfix_parser.h"
#include "src/lang/kcl/syntax/target_parser.h"
#include "src/lang/kcl/syntax/type_parser.h"

namespace kval::kcl::syntax {

bool AssignmentParser::AtName() const {
  const TokenKind next = Peek(1).kind;
  if (AtKeyword(Keyword::kIf) && next == TokenKind::kColon && Peek(2).kind == TokenKind::kNewline) {
    return false;
  }
  return next == TokenKind::kAssign || (next == TokenKind::kColon && Peek().keyword != Keyword::kElse) ||
         (next >= TokenKind::kPlusAssign && next <= TokenKind::kOrAssign);
}

const Stmt* AssignmentParser::ParseExprOrAssign(bool in_schema) {
  const uint32_t begin = Peek().span.begin;
  const Expr* first = nullptr;
  if (At(TokenKind::kName) && AtName()) {
    const Name name = TakeName(in_schema ? NameUse::kAttribute : NameUse::kTarget);
    NameExpr expr = Node<NameExpr>(begin);
    expr.name = name;
    first = Keep(expr);
  } else {
    first = grammar_.ParseExpr();
  }
  if (state_.failed) {
    ExprStmt stmt = Node<ExprStmt>(begin);
    stmt.exprs = Keep(std::vector<const Expr*>{first});
    return Keep(stmt);
  }
  if (At(TokenKind::kColon)) {
    return ParseAnnotated(first, in_schema);
  }
  if (AtAugOp()) {
    return ParseAugAssign(first);
  }
  if (At(TokenKind::kAssign)) {
    return ParseAssign(first, nullptr);
  }
  if (At(TokenKind::kComma)) {
    Fail(Peek().span, syntax_error::kUnexpected, ",");
  }
  ExprStmt stmt = Node<ExprStmt>(begin);
  stmt.exprs = Keep(std::vector<const Expr*>{first});
  return Keep(stmt);
}

// `target: T …`
const Stmt* AssignmentParser::ParseAnnotated(const Expr* first, bool in_schema) {
  Take();
  if (At(TokenKind::kNewline)) {
    FailExpected("a type", "write `" + std::string(state_.file.Text(first->span)) + " = {…}` for a value");
    return nullptr;
  }
  const TypeExpr* type = types_.ParseType();
  if (state_.failed) {
    return nullptr;
  }
  const NamedTypeExpr* named = type->As<NamedTypeExpr>();
  if (named && (At(TokenKind::kOpenBrace) || At(TokenKind::kOpenParen))) {
    return ParseUnification(first, *named);
  }
  const NameExpr* name = first->As<NameExpr>();
  if (in_schema && name) {
    AttributeStmt attribute;
    attribute.name = name->name;
    attribute.type = type;
    attributes_.ParseDefault(attribute);
    const AttributeStmt node = Node<AttributeStmt>(first->span.begin);
    attribute.kind = node.kind;
    attribute.span = node.span;
    return Keep(attribute);
  }
  if (!At(TokenKind::kAssign)) {
    const std::string target(state_.file.Text(first->span));
    FailExpected("`=`", "write `" + target + " = value`; a type follows `:`");
  }
  return ParseAssign(first, type);
}

const Stmt* AssignmentParser::ParseUnification(const Expr* target, const NamedTypeExpr& type) {
  NameExpr schema_name = Node<NameExpr>(type.names[0].span.begin);
  schema_name.name = type.names[0];
  schema_name.span = type.names[0].span;
  const Expr* schema = Keep(schema_name);
  for (const Name& name : type.names.subspan(1)) {
    SelectorExpr selector = Node<SelectorExpr>(type.span.begin);
    selector.value = schema;
    selector.attribute = name;
    selector.span = {type.span.begin, name.span.end};
    schema = Keep(selector);
  }
  const bool has_args = At(TokenKind::kOpenParen);
  const std::vector<Argument> args = has_args ? postfixes_.ParseArguments() : std::vector<Argument>();
  if (!state_.failed && !At(TokenKind::kOpenBrace)) {
    FailExpected("`{`");
  }
  if (state_.failed) {
    return nullptr;
  }
  const Expr* value = postfixes_.ParseSchemaInit(schema, has_args, Keep(args), type.span.begin);
  UnificationStmt stmt = Node<UnificationStmt>(target->span.begin);
  stmt.value = value->As<SchemaInitExpr>();
  if (!stmt.value || !targets_.ToTarget(target, stmt.target)) {
    return nullptr;
  }
  return Keep(stmt);
}

const Stmt* AssignmentParser::ParseAugAssign(const Expr* target) {
  const source::Span op_span = Peek().span;
  const BinaryOp op = TakeAugOp();
  AugAssignStmt stmt;
  const bool is_target = targets_.ToTarget(target, stmt.target);
  const Expr* value = grammar_.ParseExpr();
  if (!is_target) {
    return nullptr;
  }
  const AugAssignStmt node = Node<AugAssignStmt>(target->span.begin);
  stmt.kind = node.kind;
  stmt.span = node.span;
  stmt.op = op;
  stmt.op_span = op_span;
  stmt.value = value;
  return Keep(stmt);
}

const Stmt* AssignmentParser::ParseAssign(const Expr* first, const TypeExpr* type) {
  std::vector<const Expr*> parts = {first};
  while (!state_.failed && Accept(TokenKind::kAssign)) {
    parts.push_back(grammar_.ParseExpr());
  }
  std::vector<Target> targets;
  const size_t count = parts.size() > 1 ? parts.size() - 1 : 1;
  for (size_t i = 0; i < count; ++i) {
    Target target;
    if (targets_.ToTarget(parts[i], target)) {
      targets.push_back(target);
    }
  }
  if (targets.empty()) {
    return nullptr;
  }
  AssignStmt stmt = Node<AssignStmt>(first->span.begin);
  stmt.targets = Keep(targets);
  stmt.type = type;
  stmt.value = parts.size() > 1 ? parts.back() : Invalid();
  return Keep(stmt);
}

}  // namespace kval::kcl::syntax
