#pragma once

#include "src/check/trail.h"
#include "src/diag/emitter.h"

namespace kval::kubernetes {

// `securityContext` of a pod and of its containers, and what its operating system cannot have (KV708):
// pkg/apis/core/validation, validateSeccompProfileField, ValidateAppArmorProfileField, validateWindows,
// validateLinux. `has_users`: the server knows users of pods that are not the host's (from 1.33 on).
void CheckPodSecurity(const check::Trail& spec, bool has_users, diag::Emitter& emit);

// Returns why the kubelet cannot use a path below its directory; empty if it can.
std::string WhyNoPathBelow(std::string_view path);

}  // namespace kval::kubernetes
