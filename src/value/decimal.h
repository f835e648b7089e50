#pragma once

#include <optional>

#include "src/value/value.h"

// Exact decimal numbers, digit by digit, beyond double precision: 0.0075 is 75 times 0.0001, and
// 9007199254740993.0 is greater than 9007199254740992. A number without source text counts as the shortest
// decimal of its double.
namespace kval::value {

// Returns whether a number of any size has no fraction: 12, 1.0, 1e3. False for other values, infinity and
// NaN.
bool IsWhole(const Value& number);

// Compares two numbers; returns a negative number, zero or a positive number. Nullopt if one is not a finite
// number.
std::optional<int> CompareExactly(const Value& a, const Value& b);

// Compares two values (value.h) with exact numbers.
bool EqualExactly(const Value& a, const Value& b);

// Returns whether a double represents the number exactly; true for other values.
bool IsExactlyRepresentable(const Value& value);

// Returns whether `number` is an integer multiple of `divisor`. Nullopt if one is not a finite number, or
// `divisor` is 0.
std::optional<bool> IsMultipleOf(const Value& number, const Value& divisor);

}  // namespace kval::value
