#pragma once

#include "src/check/trail.h"
#include "src/diag/emitter.h"

namespace kval::kubernetes {

// Checks a request rule of a webhook or policy (KV708): an empty string is not a wildcard, and a wildcard
// must not be combined with values that it includes. Source: pkg/apis/admissionregistration/validation,
// validateRuleWithOperations.
void CheckRuleOfRequests(const check::Trail& rule, diag::Emitter& emit);

}  // namespace kval::kubernetes
