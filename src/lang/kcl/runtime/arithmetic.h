#pragma once

#include <cstdint>

#include "src/lang/kcl/runtime/runtime.h"
#include "src/lang/kcl/runtime/value.h"

// The operators of KCL on values. Integers are 64 bits wide and overflow is an error, never a wrap; a number
// multiplier counts as its number. All fail (runtime.Fail) on operands that they do not take.
namespace kval::kcl::runtime {

enum class Arithmetic : uint8_t {
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kFloorDivide,
  kModulo,
  kPower,
  kShiftLeft,
  kShiftRight,
  kBitAnd,
  kBitXor,
};

// Evaluates `a op b`; fails if the operator does not apply to the values.
Value Calculate(Runtime& runtime, Arithmetic op, const Value& a, const Value& b);

// The unary operators `-`, `+` and `~`.
Value Negate(Runtime& runtime, const Value& value);
Value UnaryPlus(Runtime& runtime, const Value& value);
Value Invert(Runtime& runtime, const Value& value);

// `value[index]`: a missing key of a dict is Undefined, an index out of range is an error.
Value Subscript(Runtime& runtime, const Value& value, const Value& index);
// `value[lower:upper:step]`; the bounds may be None.
Value Slice(Runtime& runtime, const Value& value, const Value& lower, const Value& upper, const Value& step);

}  // namespace kval::kcl::runtime
