#pragma once

#include <cstdint>
#include <vector>

#include "src/diag/emitter.h"
#include "src/diag/path.h"
#include "src/value/value.h"

namespace kval::schemas::crd::rules {

// The limits of the estimated costs of one expression, and of all expressions of a schema.
inline constexpr uint64_t kMostCostOfExpression = 10'000'000;
inline constexpr uint64_t kMostCostOfSchema = 100'000'000;

// Estimated costs of the rules of one schema, which the API server limits (KV421): apiextensions-apiserver,
// pkg/apis/apiextensions/validation, StaticEstimatedCostLimit and StaticEstimatedCRDCostLimit.
class RuleCosts {
 public:
  explicit RuleCosts(diag::Emitter& emit) : emit_(emit) {}

  // Adds an expression; reports it if its cost alone exceeds the limit.
  void Add(const value::Value& expression, diag::Path path, uint64_t cost);
  // Reports if the sum of the costs of the other expressions exceeds the limit.
  void Finish();

 private:
  struct ExpressionCost {
    const value::Value* expression;
    diag::Path path;
    uint64_t cost;
  };

  diag::Emitter& emit_;
  uint64_t total_ = 0;
  std::vector<ExpressionCost> costs_;  // expressions whose cost is at least 1 % of the limit
};

}  // namespace kval::schemas::crd::rules
