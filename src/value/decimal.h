#pragma once

#include <optional>

#include "src/value/value.h"

// Numbers as they are written, digit by digit: what a double cannot hold exactly counts here. 0.0075 is 75
// times 0.0001, and 9007199254740993.0 is larger than 9007199254740992. A number that no text stands for
// counts as the shortest decimal that means the same double.
namespace kval::value {

// A number without a fraction, of any size: 12, 1.0, 1e3. False for what is no number, infinite or NaN.
bool IsWhole(const Value& number);

// Negative, zero, positive. Nothing when one is no finite number.
std::optional<int> CompareExactly(const Value& a, const Value& b);

// Whether two values are equal (value.h) also when what a double cannot hold counts.
bool EqualExactly(const Value& a, const Value& b);

// Whether a double holds the number as it is written; true for everything else.
bool IsHeldExactly(const Value& value);

// Whether `number` is `divisor` a whole number of times. Nothing when one is no finite number, or `divisor`
// is 0.
std::optional<bool> IsMultipleOf(const Value& number, const Value& divisor);

}  // namespace kval::value
