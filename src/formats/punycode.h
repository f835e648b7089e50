#pragma once

#include <optional>
#include <string>
#include <string_view>

// RFC 3492: the text after `xn--` in a label.
namespace kval::formats {

// Returns nullopt if `digits` is not Punycode or encodes a code point that is not a Unicode scalar value.
// Quadratic in the length, so callers limit it to the length of a label.
std::optional<std::u32string> FromPunycode(std::string_view digits);

std::string ToPunycode(std::u32string_view label);

}  // namespace kval::formats
