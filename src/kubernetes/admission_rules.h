#pragma once

#include "src/check/trail.h"
#include "src/diag/emitter.h"

namespace kval::kubernetes {

// A rule of a webhook or a policy that says which requests it is for (KV708): no empty text stands for any,
// and nothing stands beside a star that means it. From pkg/apis/admissionregistration/validation,
// validateRuleWithOperations.
void CheckRuleOfRequests(const check::Trail& rule, diag::Emitter& emit);

}  // namespace kval::kubernetes
