#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <cstdint>
#include <string>

#include "src/lang/starlark/heap.h"
#include "src/lang/starlark/object.h"
#include "src/lang/starlark/token.h"

namespace kval::starlark {

// Private to the library: nothing but its .cc files may include this, so that Boost stays inside.
using Integer = boost::multiprecision::cpp_int;

// An int that does not fit int64.
class BigInt final : public Object {
 public:
  static constexpr Kind kKind = Kind::kBigInt;
  // `work` counts what printing it costs; it may be null.
  BigInt(Integer value, Work* work) : Object(kKind), value_(std::move(value)), work_(work) {}
  const Integer& value() const { return value_; }
  Work* work() const { return work_; }
  // A shared integer must be cheap to print, because its cost is no longer charged.
  bool Share(std::vector<Value>& parts) override;

 private:
  Integer value_;
  Work* work_;
};

// `value` is an int of any size.
Integer ToInteger(Value value);
Value FromInteger(Heap& heap, const Integer& integer);

// + - * // % & | ^ on two ints. Fails for division by zero and for results beyond the size limit.
Outcome<Value> IntBinary(Heap& heap, Token op, Value a, Value b);
Outcome<Value> IntShift(Heap& heap, bool left, Value a, Value count);
Value IntNegate(Heap& heap, Value a);
Value IntInvert(Heap& heap, Value a);

// -1, 0, 1. `real` may not be NaN.
int CompareInts(Value a, Value b);
int CompareIntToFloat(Value a, double real);
bool IsZero(Value integer);
uint32_t HashInt(Value integer);
uint32_t HashFloat(double real);

// In base 2 to 16, lower case.
std::string IntText(Value integer, int base = 10);

// A float truncated towards zero, or an int as it is: `cannot convert float NaN to integer`.
Outcome<Value> NumberToInt(Heap& heap, Value number);

// An int that fits int32 as starlark-go wants it in many places: `got string, want int`, `5000000000 out of
// range`.
Outcome<int64_t> AsInt32(Value value);

}  // namespace kval::starlark
