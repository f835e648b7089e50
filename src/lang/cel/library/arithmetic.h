#pragma once

#include "src/lang/cel/context.h"
#include "src/lang/cel/value.h"

namespace kval::cel {

// The arithmetic operators for values of any kind. Errors: overflow, and kinds that the operator does not
// support. Source: cel-go, common/types/overflow.go.
Value Add(Context& context, const Value& a, const Value& b);
Value Subtract(Context& context, const Value& a, const Value& b);
Value Multiply(Context& context, const Value& a, const Value& b);
Value Divide(Context& context, const Value& a, const Value& b);
Value Modulo(Context& context, const Value& a, const Value& b);
Value Negate(Context& context, const Value& value);

}  // namespace kval::cel
