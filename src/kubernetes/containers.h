#pragma once

#include <string_view>

#include "src/check/trail.h"
#include "src/diag/emitter.h"

// Rules of one container (KV708): pkg/apis/core/validation, validateContainers and validateInitContainers.
namespace kval::kubernetes {

// `restartPolicyRules` and the `restartPolicy` that they need. From 1.35 on they are on by default, from 1.36
// on those that restart all; before, only init containers have a policy, which is `Always`.
void CheckRestartRules(const check::Trail& container, bool is_init, std::string_view k8s_version,
                       diag::Emitter& emit);

// What sleeps before a container ends must not sleep longer than the pod `spec` is given.
// `may_be_zero`: it may not sleep at all (from 1.33 on).
void CheckSleep(const check::Trail& spec, const check::Trail& container, bool may_be_zero,
                diag::Emitter& emit);

// `recursiveReadOnly` of a mount.
void CheckRecursion(const check::Trail& mount, diag::Emitter& emit);

}  // namespace kval::kubernetes
