#pragma once

#include <string_view>

#include "src/check/value_cursor.h"
#include "src/diag/emitter.h"

// Rules of one container (KV708): pkg/apis/core/validation, validateContainers and validateInitContainers.
namespace kval::kubernetes {

// `restartPolicyRules` and the `restartPolicy` that they need. From 1.35 on they are on by default, from 1.36
// on those that restart all; before, only init containers have a policy, which is `Always`.
void CheckRestartRules(const check::ValueCursor& container, bool is_init, std::string_view k8s_version,
                       diag::Emitter& emit);

// Checks that a `sleep` hook before a container ends is not longer than the grace period of the pod `spec`.
// `may_be_zero`: a duration of 0 is valid (Kubernetes 1.33 and later).
void CheckSleep(const check::ValueCursor& spec, const check::ValueCursor& container, bool may_be_zero,
                diag::Emitter& emit);

}  // namespace kval::kubernetes
