#pragma once

#include <string>

#include "src/types/predicate.h"

namespace kval::schemas::crd {

bool IsAbove0(const value::Value& number);

// `multipleOf` with a factor that is not positive, which rejects every number, or a fractional factor for an
// integer. The API server truncates the factor: 1.5 is 1 for integers, and factors below 1 reject every
// integer. Source: go-openapi/validate, values.go, MultipleOfNativeType.
class WholeMultiple final : public types::Predicate {
 public:
  explicit WholeMultiple(const value::Value* factor) : factor_(*factor) {}

  types::Verdict Test(const value::Value& subject, const types::Scope& scope) const override;
  std::string Describe() const override;

 private:
  const value::Value& factor_;
};

}  // namespace kval::schemas::crd
