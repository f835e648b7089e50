#pragma once

#include "src/check/value_cursor.h"
#include "src/diag/emitter.h"

namespace kval::kubernetes {

// Checks a request rule of a webhook or policy (KV708): an empty string is not a wildcard, and a wildcard
// must not be combined with values that it includes. Source: pkg/apis/admissionregistration/validation,
// validateRuleWithOperations.
void CheckRuleOfRequests(const check::ValueCursor& rule, diag::Emitter& emit);

}  // namespace kval::kubernetes
