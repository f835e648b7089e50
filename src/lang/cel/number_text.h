#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kval::cel {

// Go's strconv.ParseFloat: with `Inf`, `NaN`, hexadecimal, and nothing when the number is too large.
std::optional<double> ParseGoDouble(std::string_view text);
// Go's `%g`: the fewest digits that give the number back, with an exponent from a million on: `1e+06`,
// `+Inf`.
std::string GoDoubleText(double number);
// Go's `%f` with that many decimal places.
std::string FixedText(double number, int digits);

}  // namespace kval::cel
