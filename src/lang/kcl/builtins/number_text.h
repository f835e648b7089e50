#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace kval::kcl::builtins {

// Parses the whole string as an integer: an optional sign and digits of the base (2 to 36).
std::optional<int64_t> ParseInt(std::string_view text, int base);
// The same in base 10 with a suffix that is a number multiplier, `1Ki`, `2k`, except multipliers below one
// (`m`).
std::optional<int64_t> ParseQuantity(std::string_view text);
// Parses the whole string as a number, including `inf` and `nan`; numbers that are too large become infinite.
std::optional<double> ParseFloat(std::string_view text);
// Rounds towards zero. Values beyond int64 become its minimum or maximum; NaN becomes 0.
int64_t Truncated(double real);

}  // namespace kval::kcl::builtins
