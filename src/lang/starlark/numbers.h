#pragma once

#include <string_view>

#include "src/lang/starlark/value.h"

namespace kval::starlark {

class Heap;

// Ints of any size, for those who do not see how they are represented (integer.h).

// Parses an int of any size from digits with an optional sign; unset if they are invalid.
Value IntFromText(Heap& heap, std::string_view digits, int base = 10);
// The nearest double of an int of any size.
double IntToDouble(Value integer);

}  // namespace kval::starlark
