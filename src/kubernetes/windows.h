#pragma once

#include "src/check/trail.h"
#include "src/diag/emitter.h"

namespace kval::kubernetes {

// Containers that are processes of a host with Windows (KV708): all of a pod are, or none, and on the host's
// network. pkg/apis/core/validation, validateWindowsHostProcessPod.
void CheckHostProcesses(const check::Trail& spec, diag::Emitter& emit);

// `runAsUserName` of a pod and its containers: `DOMAIN\\user`. validateWindowsSecurityContextOptions.
void CheckWindowsUsers(const check::Trail& spec, diag::Emitter& emit);

}  // namespace kval::kubernetes
