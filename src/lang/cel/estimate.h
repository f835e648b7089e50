#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "src/lang/cel/size_range.h"

namespace kval::cel {

struct Expr;

// What is known of the sizes of values before there are any.
class SizeSource {
 public:
  // `path` leads to the value (ValuePath) and has at least one step. Nothing when that is not known.
  virtual std::optional<SizeRange> Of(std::span<const std::string_view> path) const = 0;

 protected:
  ~SizeSource() = default;
};

// The most that a checked program may cost, as Kubernetes counts, for values of the sizes that are possible;
// kUnbounded when that is more than there are numbers for. In time linear in the program; no recursion beyond
// that of its nesting. Source: cel-go, checker/cost.go; apiserver, pkg/cel/library/cost.go, EstimateCallCost.
uint64_t EstimateCost(const Expr& root, const SizeSource& sizes);

}  // namespace kval::cel
