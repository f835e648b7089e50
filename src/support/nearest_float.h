#pragma once

#include <charconv>
#include <cstddef>
#include <string_view>

namespace kval {

struct NearestFloat {
  double value = 0;
  size_t length = 0;  // of the number's text; 0: it does not begin with one
  bool is_too_large = false;

  bool is_whole(std::string_view text) const { return length != 0 && length == text.size(); }
};

// The double that is nearest to the number at the beginning of a text, as std::from_chars reads it: `-1.5e3`,
// `.5`, `inf` and `nan`, no `+` in front; with std::chars_format::hex digits of base 16 and a `p` exponent,
// without `0x`. Other than from_chars it has an answer for every number, as the readers of Go, Rust and C
// have: what is too small to be told from zero is zero, with its sign; what is too large is infinite, and
// said to be. Zero is zero whatever its exponent. Cost: that of from_chars, and once more the text where that
// has no answer.
NearestFloat ReadNearestFloat(std::string_view text, std::chars_format form = std::chars_format::general);

}  // namespace kval
