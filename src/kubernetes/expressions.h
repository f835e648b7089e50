#pragma once

#include "src/check/value_cursor.h"
#include "src/diag/emitter.h"
#include "src/kubernetes/resource.h"

// CEL expressions in built-in kinds, compiled as the API server compiles them when it accepts the resource
// (KV421). Objects are unknown, so only errors of the expression are found.
namespace kval::kubernetes {

// Checks a ValidatingAdmissionPolicy: its variables, conditions, validations with their messages,
// annotations.
void CheckPolicyExpressions(const Resource& resource, diag::Emitter& emit);
// Checks a MutatingAdmissionPolicy: its variables, conditions and mutations.
void CheckMutations(const Resource& resource, diag::Emitter& emit);
// `matchConditions` of a policy or of a webhook.
void CheckMatchConditions(const Resource& resource, const check::ValueCursor& holder, diag::Emitter& emit);
// `selectors` of devices.
void CheckDeviceSelectors(const Resource& resource, const check::ValueCursor& holder, diag::Emitter& emit);

}  // namespace kval::kubernetes
