#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace kval::kcl::builtins {

// The integer that the whole text spells: an optional sign and digits of the base (2 to 36).
std::optional<int64_t> ParseInt(std::string_view text, int base);
// The same in base 10 with a number multiplier behind it: `1Ki`, `2k`. Not those below one (`m`).
std::optional<int64_t> ParseQuantity(std::string_view text);
// The number that the whole text spells, `inf` and `nan` included; too large ones are infinite.
std::optional<double> ParseFloat(std::string_view text);
// Rounds towards zero; values beyond int64 become its nearest bound, NaN becomes 0.
int64_t Truncated(double real);

}  // namespace kval::kcl::builtins
