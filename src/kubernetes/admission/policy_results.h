#pragma once

#include <vector>

#include "src/kubernetes/admission/admission_request.h"
#include "src/kubernetes/admission/policy_result.h"
#include "src/kubernetes/admission/policy_set.h"
#include "src/kubernetes/catalog.h"
#include "src/support/limits.h"
#include "src/value/value.h"

namespace kval::kubernetes {

// Evaluates all policies of a set for a request, whose object has its defaults already.
std::vector<PolicyResult> EvaluatePolicies(const AdmissionPolicySet& policies,
                                           const AdmissionRequest& request, const Catalog& catalog,
                                           const Limits& limits);

}  // namespace kval::kubernetes
