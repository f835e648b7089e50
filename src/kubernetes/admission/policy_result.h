#pragma once

#include <cstdint>
#include <string>

#include "src/diag/emitter.h"
#include "src/kubernetes/admission/policy_binding.h"
#include "src/kubernetes/admission/policy_evaluation.h"
#include "src/value/value.h"

namespace kval::kubernetes {

// The result of a policy for a request. Of several results (by bindings and parameters) the last one in this
// order counts.
enum class PolicyStatus : uint8_t {
  kNoMatch,  // the policy or its bindings do not match the request
  kSkip,     // its match conditions do not
  kPass,
  kIgnoredError,  // an error that the policy ignores (`failurePolicy: Ignore`)
  kUnknown,       // depends on what only the API server knows
  kError,
  kFail
};

struct PolicyResult {
  const value::Value* policy = nullptr;  // its document
  PolicyStatus status = PolicyStatus::kNoMatch;
  diag::Severity severity = diag::Severity::kError;  // of a failure
  std::string message;                               // empty for kNoMatch, kSkip and kPass
  const value::Value* object = nullptr;              // after the mutations of the policy; null for none

  // Replaces the status by one that is later in the order.
  void Add(PolicyStatus other, std::string of_status, diag::Severity of_failure);
  // The same for a result that depends on what only the API server knows.
  void AddUnknown(ServerKnowledge what);
  // The same for what an evaluation found, with the action of a binding.
  void Add(const PolicyEvaluation& evaluation, const PolicyBinding& binding);
};

}  // namespace kval::kubernetes
