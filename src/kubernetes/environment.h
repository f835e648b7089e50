#pragma once

#include "src/check/value_cursor.h"
#include "src/diag/emitter.h"
#include "src/kubernetes/pod_volumes.h"

namespace kval::kubernetes {

// Checks the environment variables of a container and their sources (KV703, KV706, KV708):
// pkg/apis/core/validation, ValidateEnv and ValidateEnvFrom. `relaxed_names`: names may contain any printable
// character except `=` (1.32+). A duplicate name is a warning: the last value applies.
void CheckEnvironment(const check::ValueCursor& container, bool relaxed_names, PodVolumes& volumes,
                      diag::Emitter& emit);

}  // namespace kval::kubernetes
