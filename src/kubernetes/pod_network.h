#pragma once

#include "src/diag/emitter.h"
#include "src/kubernetes/workload.h"

namespace kval::kubernetes {

// What a pod shares with its host, and how it finds names (KV708): pkg/apis/core/validation,
// checkHostPortConflicts, validateHostUsers, validatePodDNSConfig.
void CheckPodNetwork(const PodTemplate& pod, const Resource& resource, diag::Emitter& emit);

}  // namespace kval::kubernetes
