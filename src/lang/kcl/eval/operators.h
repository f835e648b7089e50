#pragma once

#include <cstdint>

#include "src/lang/kcl/eval/interpreter.h"
#include "src/lang/kcl/runtime/runtime.h"
#include "src/lang/kcl/runtime/value.h"
#include "src/lang/kcl/syntax/expr.h"
#include "src/lang/kcl/syntax/number_unit.h"
#include "src/lang/kcl/syntax/operator.h"

namespace kval::kcl::eval {

// What operators of the syntax mean: which operation on values each is. `and` and `or` are none, for they may
// leave their right side unevaluated.
Value Apply(Interpreter& whole, Context& context, BinaryOp op, const Value& left, const Value& right,
            source::Span place);
bool Holds(runtime::Runtime& runtime, CompareOp op, const Value& left, const Value& right);
runtime::Operator OperatorOf(EntryOp op);

// `10Ki`
Value UnitValue(runtime::Heap& heap, int64_t digits, NumberUnit unit, source::Span place);

}  // namespace kval::kcl::eval
