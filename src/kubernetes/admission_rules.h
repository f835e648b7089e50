#pragma once

#include "src/check/trail.h"
#include "src/diag/emitter.h"

namespace kval::kubernetes {

// Checks a request rule of a webhook or policy (KV708): no empty string stands for any value, and nothing
// accompanies a wildcard that includes it. From pkg/apis/admissionregistration/validation,
// validateRuleWithOperations.
void CheckRuleOfRequests(const check::Trail& rule, diag::Emitter& emit);

}  // namespace kval::kubernetes
