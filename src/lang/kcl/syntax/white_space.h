#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>

namespace kval::kcl {

// White space other than space, tab and line break that KCL skips: Unicode's Pattern_White_Space.
inline constexpr char32_t kSuspiciousSpaces[] = {0x0B, 0x0C, 0x0D, 0x85, 0x200E, 0x200F, 0x2028, 0x2029};

// Returns whether the character is white space other than space, tab and line break.
inline bool IsNonAsciiSpace(char32_t c) {
  return std::find(std::begin(kSuspiciousSpaces), std::end(kSuspiciousSpaces), c) !=
         std::end(kSuspiciousSpaces);
}

// The white space in front of a line. KCL compares tabs and spaces separately.
struct Indent {
  uint32_t tabs = 0;
  uint32_t spaces = 0;
};

// The order of two indentations; kMixed: one has more tabs, the other more spaces.
enum class Order : uint8_t { kLess, kEqual, kGreater, kMixed };

inline Order Compare(Indent a, Indent b) {
  if (a.tabs < b.tabs) {
    return a.spaces <= b.spaces ? Order::kLess : Order::kMixed;
  }
  if (a.tabs > b.tabs) {
    return a.spaces >= b.spaces ? Order::kGreater : Order::kMixed;
  }
  if (a.spaces == b.spaces) {
    return Order::kEqual;
  }
  return a.spaces < b.spaces ? Order::kLess : Order::kGreater;
}

}  // namespace kval::kcl
