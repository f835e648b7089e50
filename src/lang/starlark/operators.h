#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "src/lang/starlark/interpreter.h"
#include "src/lang/starlark/token.h"

namespace kval::starlark {

// The operators of the language; starlark-go, starlark/eval.go.

Outcome<Value> Unary(Interpreter& interpreter, Token op, Value operand);
// Every binary operator, comparisons and `in` too; not `and` and `or`.
Outcome<Value> Binary(Interpreter& interpreter, Token op, Value left, Value right);
// `left += right`: a list is extended in place.
Outcome<Value> AugmentedAdd(Interpreter& interpreter, Value left, Value right);

// `object[index]` and `object[index] = value`.
Outcome<Value> GetIndex(Interpreter& interpreter, Value object, Value index);
Status SetIndex(Interpreter& interpreter, Value object, Value index, Value value);
// Absent bounds are unset or None.
Outcome<Value> Slice(Interpreter& interpreter, Value object, Value low, Value high, Value step);
Outcome<Value> GetAttribute(Interpreter& interpreter, Value object, std::string_view name);
Status SetAttribute(Interpreter& interpreter, Value object, std::string_view name, Value value);

// The bounds of a slice with a positive step, clamped to [0, length]; the start may be above the end.
struct Bounds {
  int64_t start = 0;
  int64_t end = 0;
};
Outcome<Bounds> SliceBounds(Value low, Value high, int64_t length);

EvalFailure IndexOutOfRange(int64_t index, int64_t length, Value object);

// `format % operand`.
Outcome<Value> Interpolate(Interpreter& interpreter, std::string_view format, Value operand);

// Returns `count` copies of a string or a sequence, within the limits.
Outcome<Value> RepeatString(Interpreter& interpreter, Value text, Value count);

// Changes to containers: check that the container is mutable, and charge its memory.
Status DictInsert(Interpreter& interpreter, Dict& dict, Value key, Value value);
Status SetInsert(Interpreter& interpreter, Set& set, Value key);
// Charges the growth of a list to the heap. `capacity` is its previous capacity.
void ChargeGrowth(Heap& heap, const std::vector<Value>& items, size_t capacity);
Status ListAppend(Interpreter& interpreter, List& list, Value item);
Status ListExtend(Interpreter& interpreter, List& list, Value iterable);

}  // namespace kval::starlark
