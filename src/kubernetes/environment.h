#pragma once

#include "src/check/trail.h"
#include "src/diag/emitter.h"
#include "src/kubernetes/pod_volumes.h"

namespace kval::kubernetes {

// The environment variables of a container, and what they are from (KV703, KV706, KV708):
// pkg/apis/core/validation, ValidateEnv and ValidateEnvFrom. `relaxed_names`: names may have any printable
// character but `=` (from Kubernetes 1.32 on). A name that is set twice is a warning: the last value holds.
void CheckEnvironment(const check::Trail& container, bool relaxed_names, PodVolumes& volumes,
                      diag::Emitter& emit);

}  // namespace kval::kubernetes
