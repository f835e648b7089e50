#pragma once

#include <string_view>

#include "src/lang/starlark/value.h"

namespace kval::starlark {

class Heap;

// Ints of any size, for those who do not see how they are represented (integer.h).

// An int that may be larger than 64 bits, from decimal digits with an optional sign; unset when they are
// none.
Value IntFromText(Heap& heap, std::string_view digits, int base = 10);
// The nearest double of an int of any size.
double IntToDouble(Value integer);

}  // namespace kval::starlark
