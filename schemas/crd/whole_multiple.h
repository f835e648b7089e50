#pragma once

#include <string>

#include "src/types/predicate.h"

namespace kval::schemas::crd {

bool IsAbove0(const value::Value& number);

// A number under `multipleOf` with a factor that is not above 0, which refuses all, or an integer under one
// that is none. The API server drops what stands behind the point: a factor of 1.5 is 1 for integers, and one
// below 1 refuses every integer. Source: go-openapi/validate, values.go, MultipleOfNativeType.
class WholeMultiple final : public types::Predicate {
 public:
  explicit WholeMultiple(const value::Value* factor) : factor_(*factor) {}

  types::Verdict Test(const value::Value& subject, const types::Scope& scope) const override;
  std::string Describe() const override;

 private:
  const value::Value& factor_;
};

}  // namespace kval::schemas::crd
