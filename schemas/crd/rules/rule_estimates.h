#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/diag/path.h"
#include "src/value/value.h"

namespace kval::schemas::crd::rules {

// The estimated cost of an expression of a CustomResourceDefinition, as the API server computes it.
struct RuleEstimate {
  const value::Value* expression;  // a rule, or the message expression of one
  diag::Path path;                 // of the expression in its document
  std::string field;               // the validated value: `spec.items[]`; empty for the object
  uint64_t cost = 0;
  std::string error = {};  // why it does not compile; then there is no cost

  // A list, map or string without the keyword that bounds it.
  struct UnboundedValue {
    std::string field;
    std::string_view keyword;
    uint64_t cost;  // of the expression if this value alone were bounded by 1
  };
  // What increases the cost, the largest effect first.
  std::vector<UnboundedValue> drivers = {};
  // The largest round value of the keyword of the first driver that keeps the cost within the limit; nullopt
  // if none does, or if the cost is within the limit.
  std::optional<uint64_t> remedy = {};
};

// Estimates the expressions of the schema of a version. `path`: of the schema in its document.
//
// Cost: the expressions are estimated once for each unbounded value that they read.
// Source: apiextensions-apiserver, pkg/apis/apiextensions/validation,
// validateCustomResourceDefinitionOpenAPISchema.
std::vector<RuleEstimate> EstimateRules(const value::Value& schema, const diag::Path& path);

}  // namespace kval::schemas::crd::rules
