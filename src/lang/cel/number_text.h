#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kval::cel {

// Go's strconv.ParseFloat: supports `Inf`, `NaN` and hexadecimal numbers. Returns nullopt if the number is
// too large.
std::optional<double> ParseGoDouble(std::string_view text);
// Go's `%g`: the shortest digits that represent the number exactly, with an exponent from a million on:
// `1e+06`, `+Inf`.
std::string GoDoubleText(double number);
// Go's `%f` with that many decimal places.
std::string FormatFixed(double number, int digits);

}  // namespace kval::cel
