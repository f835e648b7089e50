#pragma once

#include "src/check/trail.h"
#include "src/diag/emitter.h"

namespace kval::kubernetes {

// `resources` of a whole pod (KV708), in its `spec`: names and amounts, and whether its containers fit in
// (pkg/apis/core/validation, validatePodResources). The server drops them before 1.34.
void CheckPodResources(const check::Trail& spec, diag::Emitter& emit);

// Containers that are added to a pod that runs: none is there when it is made.
void CheckNoEphemeral(const check::Trail& spec, diag::Emitter& emit);

}  // namespace kval::kubernetes
