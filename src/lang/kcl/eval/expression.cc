#include <algorithm>
#include <string>

#include "src/lang/kcl/eval/evaluator.h"
#include "src/lang/kcl/value/arithmetic.h"
#include "src/lang/kcl/value/compare.h"
#include "src/lang/kcl/value/extent.h"
#include "src/lang/kcl/value/text.h"
#include "src/support/native_stack.h"

namespace kval::kcl::eval {
namespace {

using runtime::Arithmetic;
using runtime::Kind;

bool EqualsIgnoringCase(std::string_view text, std::string_view lower) {
  return std::equal(text.begin(), text.end(), lower.begin(), lower.end(),
                    [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b; });
}

Arithmetic ArithmeticOf(BinaryOp op) {
  switch (op) {
    case BinaryOp::kAdd:
      return Arithmetic::kAdd;
    case BinaryOp::kSubtract:
      return Arithmetic::kSubtract;
    case BinaryOp::kMultiply:
      return Arithmetic::kMultiply;
    case BinaryOp::kDivide:
      return Arithmetic::kDivide;
    case BinaryOp::kFloorDivide:
      return Arithmetic::kFloorDivide;
    case BinaryOp::kModulo:
      return Arithmetic::kModulo;
    case BinaryOp::kPower:
      return Arithmetic::kPower;
    case BinaryOp::kShiftLeft:
      return Arithmetic::kShiftLeft;
    case BinaryOp::kShiftRight:
      return Arithmetic::kShiftRight;
    case BinaryOp::kBitAnd:
      return Arithmetic::kBitAnd;
    case BinaryOp::kBitXor:
    case BinaryOp::kBitOr:
    case BinaryOp::kAnd:
    case BinaryOp::kOr:
      break;
  }
  return Arithmetic::kBitXor;
}

}  // namespace

Value Evaluator::Eval(const Expr& expr, Frame* frame) {
  if (failed()) {
    return {};
  }
  ++steps_;
  if (steps_ > options_.limits.kcl_steps) {
    return FailLimit(diag::Kind::kLimitSteps, "the program runs for more steps than the limit");
  }
  if ((steps_ & 63) == 0 && heap_.over_limit()) {
    return FailLimit(diag::Kind::kLimitMemory, "the program uses more memory than the limit");
  }
  if (!HasStack()) {
    return FailLimit(diag::Kind::kLimitCallDepth, "the program is nested more deeply than the limit");
  }
  trace_.visited = expr.span;
  trace_.place = expr.span;
  return EvalUnchecked(expr, frame);
}

Value Evaluator::EvalUnchecked(const Expr& expr, Frame* frame) {
  switch (expr.kind) {
    case ExprKind::kInvalid:
      return FailAt(expr.span, "this expression could not be parsed");
    case ExprKind::kName:
      return EvalName(static_cast<const NameExpr&>(expr).name, frame);
    case ExprKind::kInt:
      return EvalInt(static_cast<const IntExpr&>(expr));
    case ExprKind::kFloat:
      return runtime::Float(static_cast<const FloatExpr&>(expr).value, expr.span);
    case ExprKind::kConstant:
      switch (static_cast<const ConstantExpr&>(expr).value) {
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
    case ExprKind::kString:
      return runtime::String(heap_, static_cast<const StringExpr&>(expr).value, expr.span);
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
      return EvalCall(static_cast<const CallExpr&>(expr), frame);
    case ExprKind::kSchemaInit: {
      const auto* init = static_cast<const SchemaInitExpr*>(&expr);
      return EvalSchemaInit(std::span(&init, 1), frame);
    }
    case ExprKind::kConfig:
      return EvalConfig(static_cast<const ConfigExpr&>(expr), frame);
    case ExprKind::kList:
      return EvalList(static_cast<const ListExpr&>(expr), frame);
    case ExprKind::kListComprehension:
      return EvalListComprehension(static_cast<const ListComprehensionExpr&>(expr), frame);
    case ExprKind::kDictComprehension:
      return EvalDictComprehension(static_cast<const DictComprehensionExpr&>(expr), frame);
    case ExprKind::kQuantifier:
      return EvalQuantifier(static_cast<const QuantifierExpr&>(expr), frame);
    case ExprKind::kLambda:
      return EvalLambda(static_cast<const LambdaExpr&>(expr), frame);
    case ExprKind::kParen:
      return Eval(*static_cast<const ParenExpr&>(expr).inner, frame);
    case ExprKind::kStarred:
      return Eval(*static_cast<const StarredExpr&>(expr).value, frame);
    case ExprKind::kListIf:
      return EvalListIf(static_cast<const ListIfExpr&>(expr), frame);
  }
  return {};
}

Value Evaluator::EvalAs(const AsExpr& expr, Frame* frame) {
  Value value = Eval(*expr.value, frame);
  return failed() ? Value() : types_.Require(value, program_.TypeOf(*expr.type), true, expr.span);
}

Value Evaluator::EvalListIf(const ListIfExpr& expr, Frame* frame) {
  runtime::Values items = runtime::NewValues(heap_);
  const Expr* self = &expr;
  AppendItems(Exprs(&self, 1), frame, items);
  return runtime::MakeList(heap_, items, expr.span);
}

Value Evaluator::EvalInt(const IntExpr& expr) {
  if (expr.unit == NumberUnit::kNone) {
    return runtime::Int(expr.value, expr.span);
  }
  return UnitValue(expr.value, expr.unit, expr.span);
}

Value Evaluator::UnitValue(int64_t digits, NumberUnit unit, source::Span place) {
  const NumberUnitEntry& found = EntryOf(unit);
  return runtime::MakeUnit(heap_, static_cast<double>(digits) * found.factor, digits, found.suffix, place);
}

Value Evaluator::EvalInterpolated(const InterpolatedExpr& expr, Frame* frame) {
  std::string text;
  for (const StringPart& part : expr.parts) {
    if (part.expr == nullptr) {
      text += part.text;
      continue;
    }
    Value value = Eval(*part.expr, frame);
    if (failed()) {
      return {};
    }
    if (part.spec.empty()) {
      text += TextOf(value);
    } else if (EqualsIgnoringCase(part.spec, "#json")) {
      text += MayWrite(*this, value) ? JsonText(value) : std::string();
    } else if (EqualsIgnoringCase(part.spec, "#yaml")) {
      text += MayWrite(*this, value) ? YamlText(value) : std::string();
    } else {
      return FailAt(part.span, "invalid string interpolation expression");
    }
    if (!failed() && !heap_.HasRoom(text.size())) {
      return FailLimit(runtime::Limit::kMemory, "the text is larger than the memory limit");
    }
  }
  return runtime::String(heap_, text, expr.span);
}

Value Evaluator::EvalUnary(const UnaryExpr& expr, Frame* frame) {
  Value operand = Eval(*expr.operand, frame);
  if (failed()) {
    return {};
  }
  trace_.place = expr.span;
  switch (expr.op) {
    case UnaryOp::kPlus:
      return UnaryPlus(*this, operand).At(expr.span);
    case UnaryOp::kMinus:
      return Negate(*this, operand).At(expr.span);
    case UnaryOp::kInvert:
      return Invert(*this, operand).At(expr.span);
    case UnaryOp::kNot:
      return runtime::Bool(!IsTruthy(operand), expr.span);
  }
  return {};
}

Value Evaluator::EvalBinary(const BinaryExpr& expr, Frame* frame) {
  Value left = Eval(*expr.left, frame);
  if (failed()) {
    return {};
  }
  if (expr.op == BinaryOp::kAnd || expr.op == BinaryOp::kOr) {
    bool decided = IsTruthy(left) == (expr.op == BinaryOp::kOr);
    return decided ? left : Eval(*expr.right, frame);
  }
  Value right = Eval(*expr.right, frame);
  return failed() ? Value() : ApplyBinary(expr.op, left, right, expr.span);
}

Value Evaluator::ApplyBinary(BinaryOp op, const Value& left, const Value& right, source::Span place) {
  trace_.place = place;
  if (op == BinaryOp::kBitOr) {
    return Unite(*this, left, right);
  }
  return Calculate(*this, ArithmeticOf(op), left, right).At(place);
}

Value Evaluator::CompareOnce(const Comparison& comparison, const Value& left, const Value& right) {
  using runtime::Ordering;
  switch (comparison.op) {
    case CompareOp::kEqual:
      return runtime::Bool(Equal(*this, left, right));
    case CompareOp::kNotEqual:
      return runtime::Bool(!Equal(*this, left, right));
    case CompareOp::kLess:
      return runtime::Bool(Compare(*this, Ordering::kLess, left, right));
    case CompareOp::kLessEqual:
      return runtime::Bool(Compare(*this, Ordering::kLessEqual, left, right));
    case CompareOp::kGreater:
      return runtime::Bool(Compare(*this, Ordering::kGreater, left, right));
    case CompareOp::kGreaterEqual:
      return runtime::Bool(Compare(*this, Ordering::kGreaterEqual, left, right));
    case CompareOp::kIn:
      return runtime::Bool(Contains(*this, right, left));
    case CompareOp::kNotIn:
      return runtime::Bool(!Contains(*this, right, left));
    case CompareOp::kIs:
      return runtime::Bool(Equal(*this, left, right));
    case CompareOp::kIsNot:
      return runtime::Bool(!Equal(*this, left, right));
  }
  return {};
}

Value Evaluator::EvalCompare(const CompareExpr& expr, Frame* frame) {
  Value left = Eval(*expr.first, frame);
  Value result;
  for (const Comparison& comparison : expr.rest) {
    Value right = Eval(*comparison.right, frame);
    if (failed()) {
      return {};
    }
    trace_.place = expr.span;
    result = CompareOnce(comparison, left, right);
    if (failed() || !IsTruthy(result)) {
      break;
    }
    left = right;
  }
  return result.At(expr.span);
}

Value Evaluator::EvalProjection(const ProjectionExpr& expr, Frame* frame) {
  Value value = Eval(*expr.value, frame);
  if (failed()) {
    return {};
  }
  if (!value.is_config()) {
    return FailAt(expr.span, "only a dict or a schema instance can be projected, got " + TypeName(value));
  }
  if (expr.all) {
    return runtime::MakeDict(&value.fields(), expr.span);
  }
  DictBuilder builder(&heap_);
  for (const Name& name : expr.names) {
    builder.Set(Text(name.symbol), LoadAttribute(value, name.symbol, name.span));
  }
  return builder.BuildValue(expr.span);
}

Value Evaluator::EvalSubscript(const SubscriptExpr& expr, Frame* frame) {
  Value value = Eval(*expr.value, frame);
  Value index = Eval(*expr.index, frame);
  if (failed()) {
    return {};
  }
  if (expr.optional && !IsTruthy(value)) {
    return runtime::None(expr.span);
  }
  trace_.place = expr.span;
  return Subscript(*this, value, index);
}

Value Evaluator::EvalSlice(const SliceExpr& expr, Frame* frame) {
  Value value = Eval(*expr.value, frame);
  Value bounds[3];
  const Expr* exprs[] = {expr.lower, expr.upper, expr.step};
  for (size_t i = 0; i < 3; ++i) {
    bounds[i] = exprs[i] == nullptr ? runtime::None() : Eval(*exprs[i], frame);
  }
  if (failed()) {
    return {};
  }
  if (expr.optional && !IsTruthy(value)) {
    return runtime::None(expr.span);
  }
  trace_.place = expr.span;
  return Slice(*this, value, bounds[0], bounds[1], bounds[2]).At(expr.span);
}

void Evaluator::AppendUnpacked(const Value& value, runtime::Values& out) {
  if (value.is_empty()) {
    return;
  }
  if (value.is(Kind::kList)) {
    out.insert(out.end(), value.items().begin(), value.items().end());
  } else if (value.is_config()) {
    for (const Entry& entry : value.fields().entries) {
      out.push_back(runtime::String(heap_, entry.key, entry.key_span));
    }
  } else {
    FailAt(
        trace_.place,
        "only list, dict and schema object can be used with unpack operators * and **, got " + TextOf(value));
  }
}

void Evaluator::AppendItems(Exprs items, Frame* frame, runtime::Values& out) {
  for (const Expr* item : items) {
    if (failed()) {
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
      AppendUnpacked(Eval(*item, frame), out);
    } else {
      out.push_back(Eval(*item, frame));
    }
  }
}

Value Evaluator::EvalList(const ListExpr& expr, Frame* frame) {
  runtime::Values items = runtime::NewValues(heap_);
  items.reserve(expr.items.size());
  AppendItems(expr.items, frame, items);
  return failed() ? Value() : runtime::MakeList(heap_, items, expr.span);
}

}  // namespace kval::kcl::eval
