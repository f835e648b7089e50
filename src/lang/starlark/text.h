#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace kval::starlark {

// Go's strconv.Quote.
std::string Quote(std::string_view text);

// A float by printf's conversion (e, f, g, E, F, G) with six digits; `NaN`, `+Inf`, `-Inf`.
std::string FormatFloat(double real, char conversion);

// Go's %g and %G: the fewest digits that read back as the same number.
std::string ShortestFloat(double real, bool upper_case);

// The hash that a string has as a key.
uint32_t HashOfText(std::string_view text);

}  // namespace kval::starlark
