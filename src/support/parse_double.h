#pragma once

#include <charconv>
#include <cstddef>
#include <string_view>

namespace kval {

struct ParsedDouble {
  double value = 0;
  size_t length = 0;  // of the number's text; 0: it does not begin with one
  bool is_too_large = false;

  bool is_whole(std::string_view text) const { return length != 0 && length == text.size(); }
};

// Parses the nearest double at the start of a text, with the syntax of std::from_chars: `-1.5e3`, `.5`,
// `inf`, `nan`, no leading `+`; with std::chars_format::hex hexadecimal digits and a `p` exponent, no `0x`.
// Unlike from_chars it returns a value for every number, as Go, Rust and C do: underflow gives signed zero,
// overflow infinity with a flag. Cost: one from_chars, plus one pass for numbers out of range.
ParsedDouble ParseDouble(std::string_view text, std::chars_format form = std::chars_format::general);

}  // namespace kval
