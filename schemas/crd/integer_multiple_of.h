#pragma once

#include <string>

#include "src/types/predicate.h"

namespace kval::schemas::crd {

// Returns whether a number is positive.
bool IsPositive(const value::Value& number);

// Implements `multipleOf` of the API server for unusual factors: a factor that is not positive rejects every
// number; a fractional factor is truncated for integers, so that 1.5 is 1 and factors below 1 reject every
// integer. Source: go-openapi/validate, values.go, MultipleOfNativeType.
class IntegerMultipleOf final : public types::Predicate {
 public:
  explicit IntegerMultipleOf(const value::Value* factor) : factor_(*factor) {}

  types::PredicateResult Test(const value::Value& subject, const types::RuleScope& scope) const override;
  std::string Describe() const override;

 private:
  const value::Value& factor_;
};

}  // namespace kval::schemas::crd
