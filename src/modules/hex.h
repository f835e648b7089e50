#pragma once

#include <span>
#include <string>

namespace kval::modules {

// Two lower-case hexadecimal digits for each byte.
inline std::string HexText(std::span<const unsigned char> bytes) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string out;
  out.reserve(bytes.size() * 2);
  for (const unsigned char byte : bytes) {
    out += kDigits[byte >> 4U];
    out += kDigits[byte & 15U];
  }
  return out;
}

}  // namespace kval::modules
