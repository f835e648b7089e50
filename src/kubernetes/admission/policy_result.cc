#include "src/kubernetes/admission/policy_result.h"

#include <utility>

namespace kval::kubernetes {

void PolicyResult::AddUnknown(ServerKnowledge what) {
  Add(PolicyStatus::kUnknown,
      "its result depends on " + std::string(kServerKnowledge[static_cast<size_t>(what)]),
      diag::Severity::kError);
}

void PolicyResult::Add(PolicyStatus other, std::string of_status, diag::Severity of_failure) {
  if (other > status) {
    status = other;
    message = std::move(of_status);
    severity = of_failure;
  }
}

void PolicyResult::Add(const PolicyEvaluation& evaluation, const PolicyBinding& binding) {
  for (const PolicyEvaluation::Unknown& unknown : evaluation.unknown()) {
    AddUnknown(unknown.what);
  }
  if (evaluation.is_skipped()) {
    Add(PolicyStatus::kSkip, {}, binding.severity);
  } else if (!evaluation.violations().empty()) {
    const PolicyEvaluation::Violation& first = evaluation.violations().front();
    Add(first.is_error ? PolicyStatus::kError : PolicyStatus::kFail, first.message, binding.severity);
  } else if (!evaluation.ignored_error().empty()) {
    Add(PolicyStatus::kIgnoredError, evaluation.ignored_error(), binding.severity);
  } else if (evaluation.unknown().empty()) {
    Add(PolicyStatus::kPass, {}, binding.severity);
  }
}

}  // namespace kval::kubernetes
