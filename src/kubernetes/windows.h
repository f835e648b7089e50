#pragma once

#include "src/check/value_cursor.h"
#include "src/diag/emitter.h"

namespace kval::kubernetes {

// Checks HostProcess containers on Windows (KV708): either all containers of a pod or none, and the pod uses
// the host's network. Source: pkg/apis/core/validation, validateWindowsHostProcessPod.
void CheckHostProcesses(const check::ValueCursor& spec, diag::Emitter& emit);

// `runAsUserName` of a pod and its containers: `DOMAIN\\user`. validateWindowsSecurityContextOptions.
void CheckWindowsUsers(const check::ValueCursor& spec, diag::Emitter& emit);

}  // namespace kval::kubernetes
