#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace kval::cel {

inline constexpr uint64_t kUnbounded = std::numeric_limits<uint64_t>::max();

// Sums and products of costs and sizes, capped at kUnbounded.
inline uint64_t CappedSum(uint64_t a, uint64_t b) {
  return a > kUnbounded - b ? kUnbounded : a + b;
}
inline uint64_t CappedProduct(uint64_t a, uint64_t b) {
  return b != 0 && a > kUnbounded / b ? kUnbounded : a * b;
}
// Rounded up.
inline uint64_t Scaled(uint64_t size, double factor) {
  const double scaled = std::ceil(static_cast<double>(size) * factor);
  return scaled >= std::ldexp(1.0, 64) ? kUnbounded : static_cast<uint64_t>(scaled);
}

// The number of characters, bytes, items or entries of a value: cel-go, checker/cost.go, SizeEstimate.
struct SizeRange {
  uint64_t min = 0;
  uint64_t max = kUnbounded;

  static constexpr SizeRange Exactly(uint64_t size) { return {size, size}; }
};

// Operations on ranges; results are capped at kUnbounded.
inline SizeRange Sum(SizeRange a, SizeRange b) {
  return {CappedSum(a.min, b.min), CappedSum(a.max, b.max)};
}
inline SizeRange Product(SizeRange a, SizeRange b) {
  return {CappedProduct(a.min, b.min), CappedProduct(a.max, b.max)};
}
inline SizeRange Union(SizeRange a, SizeRange b) {
  return {std::min(a.min, b.min), std::max(a.max, b.max)};
}

}  // namespace kval::cel
