#pragma once

#include "src/lang/cel/context.h"
#include "src/lang/cel/value.h"

namespace kval::cel {

// Evaluates `a == b`: values of different kinds are not equal, except numbers, which are compared by value.
// Errors: the budget is exhausted, or cel-go does not define the comparison (a quantity and another type).
Value Equal(Context& context, const Value& a, const Value& b);

// Returns -1, 0 or 1 as an int; an error for values without an order.
Value Compare(Context& context, const Value& a, const Value& b);

// Whether the list has an item that is equal.
Value Contains(Context& context, const List& list, const Value& item);

}  // namespace kval::cel
