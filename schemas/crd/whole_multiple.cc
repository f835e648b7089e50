#include "schemas/crd/whole_multiple.h"

#include <cmath>

#include "src/value/compare.h"

namespace kval::schemas::crd {

bool IsAbove0(const value::Value& number) {
  return number.kind == value::Kind::kInt ? number.is_unsigned || number.integer > 0 : number.real > 0;
}

types::Verdict WholeMultiple::Test(const value::Value& subject, const types::Scope& /*scope*/) const {
  types::Verdict verdict;
  const double whole = std::trunc(std::fabs(factor_.real));
  if (!IsAbove0(factor_)) {
    verdict.answer = types::Verdict::Answer::kFails;
    verdict.message = "Kubernetes refuses every number here: `multipleOf` must be above 0";
  } else if (whole < 1) {
    verdict.answer = types::Verdict::Answer::kFails;
    verdict.message = "Kubernetes refuses every integer here: for integers it accepts `multipleOf` as 0";
  } else if (subject.kind == value::Kind::kInt &&
             std::fmod(static_cast<double>(subject.integer), whole) != 0) {
    verdict.answer = types::Verdict::Answer::kFails;
  }
  return verdict;
}

std::string WholeMultiple::Describe() const {
  return "an integer that is a multiple of the whole part of " + value::PlainText(factor_);
}

}  // namespace kval::schemas::crd
