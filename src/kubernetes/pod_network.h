#pragma once

#include "src/diag/emitter.h"
#include "src/kubernetes/workload.h"

namespace kval::kubernetes {

// Checks host networking and DNS of a pod (KV708): pkg/apis/core/validation, checkHostPortConflicts,
// validateHostUsers, validatePodDNSConfig.
void CheckPodNetwork(const PodTemplate& pod, const Resource& resource, diag::Emitter& emit);

}  // namespace kval::kubernetes
