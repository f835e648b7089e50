#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "src/kubernetes/admission/admission_request.h"
#include "src/kubernetes/admission/policy_set.h"
#include "src/kubernetes/catalog.h"
#include "src/support/limits.h"
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
};

// Evaluates all policies of a set for a request, whose object has its defaults already.
std::vector<PolicyResult> EvaluatePolicies(const AdmissionPolicySet& policies,
                                           const AdmissionRequest& request, const Catalog& catalog,
                                           const Limits& limits);

}  // namespace kval::kubernetes
