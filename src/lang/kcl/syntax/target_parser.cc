#include "src/lang/kcl/syntax/target_parser.h"

namespace kval::kcl::syntax {
namespace {

// KCL's names of the kinds of expressions.
std::string_view NameOf(ExprKind kind) {
  switch (kind) {
    case ExprKind::kInvalid:
      return "MissingExpression";
    case ExprKind::kName:
      return "Identifier";
    case ExprKind::kInt:
    case ExprKind::kFloat:
      return "NumberLitExpression";
    case ExprKind::kConstant:
      return "NameConstantLitExpression";
    case ExprKind::kString:
      return "StringLitExpression";
    case ExprKind::kInterpolated:
      return "JoinedStringExpression";
    case ExprKind::kUnary:
      return "UnaryExpression";
    case ExprKind::kBinary:
    case ExprKind::kAs:
      return "BinaryExpression";
    case ExprKind::kCompare:
      return "CompareExpression";
    case ExprKind::kConditional:
      return "IfExpression";
    case ExprKind::kSelector:
    case ExprKind::kProjection:
      return "SelectorExpression";
    case ExprKind::kSubscript:
    case ExprKind::kSlice:
      return "SubscriptExpression";
    case ExprKind::kCall:
      return "CallExpression";
    case ExprKind::kSchemaInit:
      return "SchemaExpression";
    case ExprKind::kConfig:
      return "ConfigExpression";
    case ExprKind::kList:
      return "ListExpression";
    case ExprKind::kListComprehension:
      return "ListCompExpression";
    case ExprKind::kDictComprehension:
      return "DictCompExpression";
    case ExprKind::kQuantifier:
      return "QuantExpression";
    case ExprKind::kLambda:
      return "LambdaExpression";
    case ExprKind::kParen:
      return "ParenExpression";
    case ExprKind::kStarred:
      return "StarredExpression";
    case ExprKind::kListIf:
      return "ListIfItemExpression";
  }
  return "";
}

// Returns the reason why an expression is not a valid target.
std::string_view WhyIllegal(const Expr& expr) {
  const SelectorExpr* selector = expr.As<SelectorExpr>();
  if (selector && selector->optional) {
    return ", because the left-hand side of an assignment expression may not be an optional attribute "
           "access.";
  }
  const SubscriptExpr* subscript = expr.As<SubscriptExpr>();
  if (subscript && subscript->optional) {
    return ", because the left-hand side of an assignment expression may not be an optional subscript "
           "access.";
  }
  if (expr.kind == ExprKind::kSlice) {
    return ", because the left-hand side of an assignment expression may not be a slice access.";
  }
  return {};
}

}  // namespace

bool TargetParser::ToTarget(const Expr* expr, Target& target) {
  std::vector<KeyStep> path;
  if (expr->kind == ExprKind::kInvalid) {
    return false;
  }
  if (!ToPath(expr, path)) {
    Fail(expr->span, syntax_error::kIllegalTarget, NameOf(expr->kind), WhyIllegal(*expr));
    return false;
  }
  target.span = expr->span;
  target.name = path[0].name;
  target.path = Keep(std::vector<KeyStep>(path.begin() + 1, path.end()));
  return true;
}

bool TargetParser::ToPath(const Expr* expr, std::vector<KeyStep>& path) {
  KeyStep step;
  const Expr* inner = nullptr;
  if (const NameExpr* name = expr->As<NameExpr>()) {
    step.name = name->name;
  } else if (const SelectorExpr* selector = expr->As<SelectorExpr>()) {
    inner = selector->value;
    step.name = selector->attribute;
    if (selector->optional) {
      return false;
    }
  } else if (const SubscriptExpr* subscript = expr->As<SubscriptExpr>()) {
    inner = subscript->value;
    step.kind = KeyStepKind::kIndex;
    step.expr = subscript->index;
    if (subscript->optional) {
      return false;
    }
  } else {
    return false;
  }
  // The chain is no longer than ParsePostfix allows.
  if (inner && !ToPath(inner, path)) {
    return false;
  }
  path.push_back(step);
  return true;
}

}  // namespace kval::kcl::syntax
