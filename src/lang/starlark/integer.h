#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <cstdint>
#include <string>

#include "src/lang/starlark/heap.h"
#include "src/lang/starlark/object.h"
#include "src/lang/starlark/token.h"

namespace kval::starlark {

// Private to the library: included only by its .cc files, so that Boost is not visible outside.
using Integer = boost::multiprecision::cpp_int;

// An int outside the range of int64.
class BigInt final : public Object {
 public:
  static constexpr Kind kKind = Kind::kBigInt;
  // `work` is charged for printing; it may be null.
  BigInt(Integer value, StepCounter* work) : Object(kKind), value_(std::move(value)), work_(work) {}
  const Integer& value() const { return value_; }
  StepCounter* work() const { return work_; }
  // A shared integer must be cheap to print, because its cost is no longer charged.
  bool Share(std::vector<Value>& parts) override;

 private:
  Integer value_;
  StepCounter* work_;
};

// Requires: `value` is an int of any size.
Integer ToInteger(Value value);
Value FromInteger(Heap& heap, const Integer& integer);

// The operators + - * // % & | ^ on two ints. Errors: division by zero, and results beyond the size limit.
Outcome<Value> IntBinary(Heap& heap, Token op, Value a, Value b);
Outcome<Value> IntShift(Heap& heap, bool left, Value a, Value count);
Value IntNegate(Heap& heap, Value a);
Value IntInvert(Heap& heap, Value a);

// Returns -1, 0 or 1. Requires: `real` is not NaN.
int CompareInts(Value a, Value b);
int CompareIntToFloat(Value a, double real);
bool IsZero(Value integer);
uint32_t HashInt(Value integer);
uint32_t HashFloat(double real);

// Returns the digits in base 2 to 16, lower case.
std::string IntText(Value integer, int base = 10);

// Truncates a float towards zero; returns an int unchanged. Errors: `cannot convert float NaN to integer`.
Outcome<Value> NumberToInt(Heap& heap, Value number);

// Returns an int that fits int32, as starlark-go requires for many arguments. Errors: `got string, want int`,
// `5000000000 out of range`.
Outcome<int64_t> AsInt32(Value value);

}  // namespace kval::starlark
