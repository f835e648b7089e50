#include "src/lang/kcl/eval/operators.h"

#include "src/lang/kcl/runtime/arithmetic.h"
#include "src/lang/kcl/runtime/compare.h"
#include "src/lang/kcl/runtime/union.h"

namespace kval::kcl::eval {

namespace {

using runtime::Arithmetic;

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

Value Apply(Interpreter& whole, Context& context, BinaryOp op, const Value& left, const Value& right,
            source::Span place) {
  context.trace().place = place;
  if (runtime::IsInvalidValue(left) || runtime::IsInvalidValue(right)) {
    return Abandon(context);
  }
  if (op == BinaryOp::kBitOr) {
    return MakeUnion(whole, left, right);
  }
  return Calculate(whole, ArithmeticOf(op), left, right).At(place);
}

bool Holds(runtime::Runtime& runtime, CompareOp op, const Value& left, const Value& right) {
  using runtime::Ordering;
  switch (op) {
    case CompareOp::kEqual:
      return Equal(runtime, left, right);
    case CompareOp::kNotEqual:
      return !Equal(runtime, left, right);
    case CompareOp::kLess:
      return Compare(runtime, Ordering::kLess, left, right);
    case CompareOp::kLessEqual:
      return Compare(runtime, Ordering::kLessEqual, left, right);
    case CompareOp::kGreater:
      return Compare(runtime, Ordering::kGreater, left, right);
    case CompareOp::kGreaterEqual:
      return Compare(runtime, Ordering::kGreaterEqual, left, right);
    case CompareOp::kIn:
      return Contains(runtime, right, left);
    case CompareOp::kNotIn:
      return !Contains(runtime, right, left);
    case CompareOp::kIs:
      return Equal(runtime, left, right);
    case CompareOp::kIsNot:
      return !Equal(runtime, left, right);
  }
  return false;
}

runtime::Operator OperatorOf(EntryOp op) {
  switch (op) {
    case EntryOp::kUnion:
      return runtime::Operator::kUnion;
    case EntryOp::kOverride:
      return runtime::Operator::kOverride;
    case EntryOp::kInsert:
      return runtime::Operator::kInsert;
  }
  return runtime::Operator::kUnion;
}

Value UnitValue(runtime::Heap& heap, int64_t digits, NumberUnit unit, source::Span place) {
  const NumberUnitEntry& found = EntryOf(unit);
  return runtime::MakeUnit(heap, static_cast<double>(digits) * found.factor, digits, found.suffix, place);
}

}  // namespace kval::kcl::eval
