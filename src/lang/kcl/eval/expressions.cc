#include "src/lang/kcl/eval/expressions.h"

#include <algorithm>
#include <string>

#include "src/lang/kcl/eval/arguments.h"
#include "src/lang/kcl/eval/calls.h"
#include "src/lang/kcl/eval/comprehensions.h"
#include "src/lang/kcl/eval/configs.h"
#include "src/lang/kcl/eval/name_evaluator.h"
#include "src/lang/kcl/eval/operators.h"
#include "src/lang/kcl/eval/type_conversion.h"
#include "src/lang/kcl/runtime/arithmetic.h"
#include "src/lang/kcl/runtime/compare.h"
#include "src/lang/kcl/runtime/size_estimate.h"
#include "src/lang/kcl/runtime/text.h"
#include "src/support/ascii_text.h"

namespace kval::kcl::eval {
namespace {

using runtime::Kind;

bool EqualsIgnoringCase(std::string_view text, std::string_view lower) {
  return std::equal(text.begin(), text.end(), lower.begin(), lower.end(),
                    [](char a, char b) { return ToLower(a) == b; });
}

Value ConstantValue(const ConstantExpr& expr) {
  switch (expr.value) {
    case Constant::kTrue:
      return runtime::Bool(true, expr.span);
    case Constant::kFalse:
      return runtime::Bool(false, expr.span);
    case Constant::kNone:
      return runtime::None(expr.span);
    case Constant::kUndefined:
      return runtime::Undefined(expr.span);
  }
  return {};
}

Value IntValue(runtime::Heap& heap, const IntExpr& expr) {
  return expr.unit == NumberUnit::kNone ? runtime::Int(expr.value, expr.span)
                                        : UnitValue(heap, expr.value, expr.unit, expr.span);
}

// What evaluating it again gives once more.
bool IsLiteral(const Expr* expr) {
  return expr->kind == ExprKind::kInt || expr->kind == ExprKind::kFloat ||
         expr->kind == ExprKind::kConstant || expr->kind == ExprKind::kString;
}

}  // namespace

Value Expressions::Eval(const Expr& expr, Frame* frame) {
  Context& context = context_;
  if (context.failed() || !context.Step()) {
    return {};
  }
  const source::Span span = expr.span;
  context.trace().visited = span;
  context.trace().place = span;
  const Value value = EvalUnchecked(expr, frame);
  return runtime::IsInvalidValue(value) ? Abandon(context) : value;
}

Value Expressions::EvalUnchecked(const Expr& expr, Frame* frame) {
  switch (expr.kind) {
    case ExprKind::kInvalid:
      return context_.FailAt(expr.span, "this expression could not be parsed");
    case ExprKind::kName:
      return names_.Eval(static_cast<const NameExpr&>(expr).name, frame);
    case ExprKind::kInt:
      return IntValue(context_.heap(), static_cast<const IntExpr&>(expr));
    case ExprKind::kFloat:
      return runtime::Float(static_cast<const FloatExpr&>(expr).value, expr.span);
    case ExprKind::kConstant:
      return ConstantValue(static_cast<const ConstantExpr&>(expr));
    case ExprKind::kString:
      // The program lives longer than its values.
      return runtime::StringOf(static_cast<const StringExpr&>(expr).value, expr.span);
    case ExprKind::kInterpolated:
      return EvalInterpolated(static_cast<const InterpolatedExpr&>(expr), frame);
    case ExprKind::kUnary:
      return EvalUnary(static_cast<const UnaryExpr&>(expr), frame);
    case ExprKind::kBinary:
      return EvalBinary(static_cast<const BinaryExpr&>(expr), frame);
    case ExprKind::kCompare:
      return EvalCompare(static_cast<const CompareExpr&>(expr), frame);
    case ExprKind::kConditional: {
      const auto& conditional = static_cast<const ConditionalExpr&>(expr);
      bool holds = IsTruthy(Eval(*conditional.condition, frame));
      return Eval(holds ? *conditional.then : *conditional.otherwise, frame);
    }
    case ExprKind::kAs:
      return EvalAs(static_cast<const AsExpr&>(expr), frame);
    case ExprKind::kSelector:
      return EvalSelector(static_cast<const SelectorExpr&>(expr), frame);
    case ExprKind::kProjection:
      return EvalProjection(static_cast<const ProjectionExpr&>(expr), frame);
    case ExprKind::kSubscript:
      return EvalSubscript(static_cast<const SubscriptExpr&>(expr), frame);
    case ExprKind::kSlice:
      return EvalSlice(static_cast<const SliceExpr&>(expr), frame);
    case ExprKind::kCall:
      return calls_.Eval(static_cast<const CallExpr&>(expr), frame);
    case ExprKind::kSchemaInit: {
      const auto* init = static_cast<const SchemaInitExpr*>(&expr);
      return whole_.EvalSchemaInit(std::span(&init, 1), frame);
    }
    case ExprKind::kConfig:
      return configs_.Eval(static_cast<const ConfigExpr&>(expr), frame);
    case ExprKind::kList:
      return EvalList(static_cast<const ListExpr&>(expr), frame);
    case ExprKind::kListComprehension:
      return comprehensions_.EvalList(static_cast<const ListComprehensionExpr&>(expr), frame);
    case ExprKind::kDictComprehension:
      return comprehensions_.EvalDict(static_cast<const DictComprehensionExpr&>(expr), frame);
    case ExprKind::kQuantifier:
      return comprehensions_.EvalQuantifier(static_cast<const QuantifierExpr&>(expr), frame);
    case ExprKind::kLambda:
      return calls_.EvalLambda(static_cast<const LambdaExpr&>(expr), frame);
    case ExprKind::kParen:
      return Eval(*static_cast<const ParenExpr&>(expr).inner, frame);
    case ExprKind::kStarred:
      return Eval(*static_cast<const StarredExpr&>(expr).value, frame);
    case ExprKind::kListIf:
      return EvalListIf(static_cast<const ListIfExpr&>(expr), frame);
  }
  return {};
}

Value Expressions::EvalAs(const AsExpr& expr, Frame* frame) {
  Value value = Eval(*expr.value, frame);
  return context_.failed() ? Value()
                           : types_.Require(value, context_.program().TypeOf(*expr.type), true, expr.span);
}

// An item of a comprehension; in a list literal the items of the branch are added one by one.
Value Expressions::EvalListIf(const ListIfExpr& expr, Frame* frame) {
  for (const ListIfBranch& branch : expr.branches) {
    if (branch.condition == nullptr || IsTruthy(Eval(*branch.condition, frame))) {
      runtime::Values items = runtime::NewValues(context_.heap());
      AppendItems(branch.items, frame, items);
      return context_.failed() ? Value() : runtime::MakeList(context_.heap(), items, expr.span);
    }
  }
  return runtime::None(expr.span);
}

Value Expressions::EvalInterpolated(const InterpolatedExpr& expr, Frame* frame) {
  std::string text;
  for (const StringPart& part : expr.parts) {
    if (part.expr == nullptr) {
      text += part.text;
      continue;
    }
    Value value = Eval(*part.expr, frame);
    if (context_.failed() || !context_.MayReadAll(value)) {
      return {};
    }
    if (part.spec.empty()) {
      text += ToBoundedString(whole_, value);
    } else if (EqualsIgnoringCase(part.spec, "#json")) {
      text += CheckOutputSize(whole_, value) ? JsonText(value) : std::string();
    } else if (EqualsIgnoringCase(part.spec, "#yaml")) {
      text += CheckOutputSize(whole_, value) ? YamlText(value) : std::string();
    } else {
      return context_.FailAt(part.span, "invalid string interpolation expression");
    }
    if (!context_.failed() && !context_.heap().CanAllocateString(text.size())) {
      return context_.FailLimit(runtime::Limit::kMemory, "the text is larger than the memory limit");
    }
  }
  return runtime::String(context_.heap(), text, expr.span);
}

Value Expressions::EvalUnary(const UnaryExpr& expr, Frame* frame) {
  Value operand = Eval(*expr.operand, frame);
  if (context_.failed()) {
    return {};
  }
  context_.trace().place = expr.span;
  switch (expr.op) {
    case UnaryOp::kPlus:
      return UnaryPlus(whole_, operand).At(expr.span);
    case UnaryOp::kMinus:
      return Negate(whole_, operand).At(expr.span);
    case UnaryOp::kInvert:
      return Invert(whole_, operand).At(expr.span);
    case UnaryOp::kNot:
      return runtime::Bool(!IsTruthy(operand), expr.span);
  }
  return {};
}

Value Expressions::EvalBinary(const BinaryExpr& expr, Frame* frame) {
  Value left = Eval(*expr.left, frame);
  if (context_.failed()) {
    return {};
  }
  if (expr.op == BinaryOp::kAnd || expr.op == BinaryOp::kOr) {
    bool decided = IsTruthy(left) == (expr.op == BinaryOp::kOr);
    return decided ? left : Eval(*expr.right, frame);
  }
  Value right = Eval(*expr.right, frame);
  return context_.failed() ? Value() : Apply(whole_, context_, expr.op, left, right, expr.span);
}

Value Expressions::EvalCompare(const CompareExpr& expr, Frame* frame) {
  Value left = Eval(*expr.first, frame);
  Value result;
  for (const Comparison& comparison : expr.rest) {
    Value right = Eval(*comparison.right, frame);
    if (context_.failed() || !context_.MayReadAll(left) || !context_.MayReadAll(right)) {
      return {};
    }
    context_.trace().place = expr.span;
    result = runtime::Bool(Holds(whole_, comparison.op, left, right));
    if (context_.failed() || !IsTruthy(result)) {
      break;
    }
    left = right;
  }
  return result.At(expr.span);
}

Value Expressions::EvalSelector(const SelectorExpr& expr, Frame* frame) {
  Value value = Eval(*expr.value, frame);
  if (context_.failed()) {
    return {};
  }
  if (expr.optional && !IsTruthy(value)) {
    return runtime::None(expr.span);
  }
  return names_.Attribute(value, expr.attribute.symbol, expr.span);
}

Value Expressions::EvalProjection(const ProjectionExpr& expr, Frame* frame) {
  Value value = Eval(*expr.value, frame);
  if (context_.failed()) {
    return {};
  }
  if (!value.is_config()) {
    return context_.FailAt(expr.span,
                           "only a dict or a schema instance can be projected, got " + TypeName(value));
  }
  if (expr.all) {
    return runtime::MakeDict(&value.fields(), expr.span);
  }
  DictBuilder builder(&context_.heap());
  for (const Name& name : expr.names) {
    builder.Set(context_.Text(name.symbol), names_.Attribute(value, name.symbol, name.span));
  }
  return builder.BuildValue(expr.span);
}

Value Expressions::EvalSubscript(const SubscriptExpr& expr, Frame* frame) {
  Value value = Eval(*expr.value, frame);
  Value index = Eval(*expr.index, frame);
  if (context_.failed()) {
    return {};
  }
  if (expr.optional && !IsTruthy(value)) {
    return runtime::None(expr.span);
  }
  context_.trace().place = expr.span;
  return Subscript(whole_, value, index);
}

Value Expressions::EvalSlice(const SliceExpr& expr, Frame* frame) {
  Value value = Eval(*expr.value, frame);
  Value bounds[3];
  const Expr* exprs[] = {expr.lower, expr.upper, expr.step};
  for (size_t i = 0; i < 3; ++i) {
    bounds[i] = exprs[i] == nullptr ? runtime::None() : Eval(*exprs[i], frame);
  }
  if (context_.failed()) {
    return {};
  }
  if (expr.optional && !IsTruthy(value)) {
    return runtime::None(expr.span);
  }
  context_.trace().place = expr.span;
  return Slice(whole_, value, bounds[0], bounds[1], bounds[2]).At(expr.span);
}

void Expressions::AppendItems(Exprs items, Frame* frame, runtime::Values& out) {
  for (const Expr* item : items) {
    if (context_.failed()) {
      return;
    }
    if (const auto* condition = item->As<ListIfExpr>()) {
      for (const ListIfBranch& branch : condition->branches) {
        if (branch.condition == nullptr || IsTruthy(Eval(*branch.condition, frame))) {
          AppendItems(branch.items, frame, out);
          break;
        }
      }
    } else if (item->kind == ExprKind::kStarred) {
      arguments_.Unpack(Eval(*item, frame), out);
    } else {
      out.push_back(Eval(*item, frame));
    }
  }
}

Value Expressions::EvalList(const ListExpr& expr, Frame* frame) {
  constexpr size_t kWorthKeeping = 4;
  if (expr.items.size() < kWorthKeeping) {
    return MakeList(expr, frame);
  }
  if (const auto known = constant_lists_.find(&expr); known != constant_lists_.end()) {
    return known->second;
  }
  const Value list = MakeList(expr, frame);
  if (!context_.failed() && std::all_of(expr.items.begin(), expr.items.end(), IsLiteral)) {
    constant_lists_.emplace(&expr, list);
  }
  return list;
}

Value Expressions::MakeList(const ListExpr& expr, Frame* frame) {
  runtime::Values items = runtime::NewValues(context_.heap());
  items.reserve(expr.items.size());
  AppendItems(expr.items, frame, items);
  return context_.failed() ? Value() : runtime::MakeList(context_.heap(), items, expr.span);
}

}  // namespace kval::kcl::eval
