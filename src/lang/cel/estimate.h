#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "src/lang/cel/size_range.h"

namespace kval::cel {

struct Expr;

// Sizes of values known before evaluation.
class SizeSource {
 public:
  // Returns the size of the value at `path` (ValuePath), which has at least one step; nullopt if unknown.
  virtual std::optional<SizeRange> Of(std::span<const std::string_view> path) const = 0;

 protected:
  ~SizeSource() = default;
};

// Returns the maximum cost of a checked program in Kubernetes' units for values of the possible sizes;
// kUnbounded on overflow. Linear in the program. Source: cel-go, checker/cost.go; apiserver,
// pkg/cel/library/cost.go, EstimateCallCost.
uint64_t EstimateCost(const Expr& root, const SizeSource& sizes);

}  // namespace kval::cel
