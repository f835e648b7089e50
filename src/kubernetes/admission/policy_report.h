#pragma once

#include <string_view>

#include "src/diag/emitter.h"
#include "src/kubernetes/admission/admission_request.h"
#include "src/kubernetes/admission/dynamic_values.h"
#include "src/kubernetes/admission/policy.h"
#include "src/kubernetes/admission/policy_binding.h"
#include "src/kubernetes/admission/policy_evaluation.h"

namespace kval::kubernetes {

// Reports a violation of a bound policy (KV7292) at the field that the expression reads.
void ReportViolation(const PolicyEvaluation::Violation& violation, const AdmissionPolicy& policy,
                     const PolicyBinding& binding, const AdmissionRequest& request,
                     const DynamicValues& values, diag::Emitter& emit);

// Reports that a binding finds no parameters although it requires them (KV7294); `problem`: why.
void ReportNoParams(const AdmissionPolicy& policy, const PolicyBinding& binding, std::string_view problem,
                    const AdmissionRequest& request, diag::Emitter& emit);

}  // namespace kval::kubernetes
