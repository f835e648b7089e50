#pragma once

#include <string>

namespace kval {

// A finite number without an exponent: `0.001`, `12`, `1e22` as `10000000000000000000000`. The fewest digits
// that tell the number apart, with zeros up to the point; without a point where there is no fraction. As
// Rust's `{}` and Go's 'f' with precision -1 write it. At most 330 characters.
std::string PlainNumber(double real);

}  // namespace kval
