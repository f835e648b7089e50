#include "schemas/crd/integer_multiple_of.h"

#include <cmath>

#include "src/value/compare.h"

namespace kval::schemas::crd {

bool IsPositive(const value::Value& number) {
  return number.kind == value::Kind::kInt ? number.is_unsigned || number.integer > 0 : number.real > 0;
}

types::PredicateResult IntegerMultipleOf::Test(const value::Value& subject,
                                               const types::RuleScope& /*scope*/) const {
  types::PredicateResult verdict;
  const double whole = std::trunc(std::fabs(factor_.real));
  if (!IsPositive(factor_)) {
    verdict.answer = types::PredicateResult::PredicateOutcome::kFails;
    verdict.message = "Kubernetes rejects every number if `multipleOf` is not above 0";
  } else if (whole < 1) {
    verdict.answer = types::PredicateResult::PredicateOutcome::kFails;
    verdict.message = "Kubernetes rejects every integer if `multipleOf` is not 0";
  } else if (subject.kind == value::Kind::kInt &&
             std::fmod(static_cast<double>(subject.integer), whole) != 0) {
    verdict.answer = types::PredicateResult::PredicateOutcome::kFails;
  }
  return verdict;
}

std::string IntegerMultipleOf::Describe() const {
  return "an integer that is a multiple of the whole part of " + value::PlainText(factor_);
}

}  // namespace kval::schemas::crd
