#pragma once

#include "src/lang/cel/context.h"
#include "src/lang/cel/value.h"

namespace kval::cel {

// The operators on values of whatever kinds. Overflow and kinds that do not fit are errors. Source: cel-go,
// common/types/overflow.go.
Value Add(Context& context, const Value& a, const Value& b);
Value Subtract(Context& context, const Value& a, const Value& b);
Value Multiply(Context& context, const Value& a, const Value& b);
Value Divide(Context& context, const Value& a, const Value& b);
Value Modulo(Context& context, const Value& a, const Value& b);
Value Negate(Context& context, const Value& value);

}  // namespace kval::cel
