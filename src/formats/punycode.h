#pragma once

#include <optional>
#include <string>
#include <string_view>

// RFC 3492: what follows `xn--` in a label.
namespace kval::formats {

// Null when `digits` is no Punycode or says what is no Unicode scalar value. Quadratic in the length at
// worst, so callers cut it to that of a label.
std::optional<std::u32string> FromPunycode(std::string_view digits);

std::string ToPunycode(std::u32string_view label);

}  // namespace kval::formats
