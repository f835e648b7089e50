#pragma once

#include "src/lang/cel/context.h"
#include "src/lang/cel/value.h"

namespace kval::cel {

// Whether `a == b`: values of different kinds are not equal, but numbers are equal by value. An error when
// the budget is used up, or where cel-go knows no comparison (a quantity and something else).
Value Equal(Context& context, const Value& a, const Value& b);

// -1, 0 or 1 as an int; an error for values that have no order between them.
Value Compare(Context& context, const Value& a, const Value& b);

// Whether the list has an item that is equal.
Value Contains(Context& context, const List& list, const Value& item);

}  // namespace kval::cel
