#pragma once

#include <cstdint>

#include "src/lang/kcl/eval/interpreter.h"
#include "src/lang/kcl/runtime/runtime.h"
#include "src/lang/kcl/runtime/value.h"
#include "src/lang/kcl/syntax/expr.h"
#include "src/lang/kcl/syntax/number_unit.h"
#include "src/lang/kcl/syntax/operator.h"

namespace kval::kcl::eval {

// Applies the operators of the syntax to values. `and` and `or` are not included, because they may not
// evaluate their right operand.
Value Apply(Interpreter& whole, Context& context, BinaryOp op, const Value& left, const Value& right,
            source::Span place);
bool Holds(runtime::Runtime& runtime, CompareOp op, const Value& left, const Value& right);
runtime::Operator OperatorOf(EntryOp op);

// `10Ki`
Value UnitValue(runtime::Heap& heap, int64_t digits, NumberUnit unit, source::Span place);

}  // namespace kval::kcl::eval
