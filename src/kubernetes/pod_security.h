#pragma once

#include "src/check/trail.h"
#include "src/diag/emitter.h"

namespace kval::kubernetes {

// `securityContext` of a pod and of its containers, and what its operating system cannot have (KV708):
// pkg/apis/core/validation, validateSeccompProfileField, ValidateAppArmorProfileField, validateWindows,
// validateLinux.
void CheckPodSecurity(const check::Trail& spec, diag::Emitter& emit);

}  // namespace kval::kubernetes
