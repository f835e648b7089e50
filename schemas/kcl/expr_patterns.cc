#include "schemas/kcl/expr_patterns.h"

#include "src/value/falsy_value.h"

namespace kval::schemas::kcl {

using kval::kcl::CompareOp;
using kval::kcl::Expr;
using kval::kcl::TypeKind;

const Expr& IgnoreParens(const Expr& expr) {
  const Expr* inner = &expr;
  while (const auto* paren = inner->As<kval::kcl::ParenExpr>()) {
    inner = paren->inner;
  }
  return *inner;
}

CompareOp SwapComparison(CompareOp op) {
  switch (op) {
    case CompareOp::kLess:
      return CompareOp::kGreater;
    case CompareOp::kLessEqual:
      return CompareOp::kGreaterEqual;
    case CompareOp::kGreater:
      return CompareOp::kLess;
    case CompareOp::kGreaterEqual:
      return CompareOp::kLessEqual;
    case CompareOp::kEqual:
    case CompareOp::kNotEqual:
    case CompareOp::kIn:
    case CompareOp::kNotIn:
    case CompareOp::kIs:
    case CompareOp::kIsNot:
      return op;
  }
  return op;
}

bool IsConstant(const Expr& expr, kval::kcl::Constant value) {
  const auto* constant = IgnoreParens(expr).As<kval::kcl::ConstantExpr>();
  return constant != nullptr && constant->value == value;
}

bool IsNullishList(const Expr& expr) {
  const auto* list = IgnoreParens(expr).As<kval::kcl::ListExpr>();
  return list != nullptr && list->items.size() == 2 &&
         ((IsConstant(*list->items[0], kval::kcl::Constant::kNone) &&
           IsConstant(*list->items[1], kval::kcl::Constant::kUndefined)) ||
          (IsConstant(*list->items[0], kval::kcl::Constant::kUndefined) &&
           IsConstant(*list->items[1], kval::kcl::Constant::kNone)));
}

const Expr* OnlyArgument(const kval::kcl::CallExpr& call) {
  const bool is_one = call.args.size() == 1 && call.args[0].kind == kval::kcl::ArgumentKind::kPositional;
  return is_one ? call.args[0].value : nullptr;
}

const value::Value* FalsyOf(const kval::kcl::Type& type, value::Builder& build) {
  switch (type.kind) {
    case TypeKind::kBool:
      return value::MakeFalsyValue(value::Kind::kBool, build);
    case TypeKind::kInt:
      return value::MakeFalsyValue(value::Kind::kInt, build);
    case TypeKind::kFloat:
      return value::MakeFalsyValue(value::Kind::kFloat, build);
    case TypeKind::kStr:
      return value::MakeFalsyValue(value::Kind::kString, build);
    case TypeKind::kList:
      return value::MakeFalsyValue(value::Kind::kSequence, build);
    case TypeKind::kDict:
      return value::MakeFalsyValue(value::Kind::kMapping, build);
    default:
      return nullptr;
  }
  return nullptr;
}

}  // namespace kval::schemas::kcl
