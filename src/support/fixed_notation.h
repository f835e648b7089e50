#pragma once

#include <string>

namespace kval {

// Formats a finite number without an exponent: `0.001`, `12`, `1e22` as `10000000000000000000000`. Uses the
// fewest digits that identify the number, padded with zeros up to the point; without a point if there is no
// fraction. Same as Rust's `{}` and Go's 'f' with precision -1. At most 330 characters.
std::string ToFixedNotation(double real);

}  // namespace kval
