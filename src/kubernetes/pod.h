#pragma once

#include "src/diag/emitter.h"
#include "src/kubernetes/workload.h"

namespace kval::kubernetes {

// What the API server asks of a pod's parts together (KV708): mounts have a volume, ports and probes a right
// name, containers names of their own. `relaxed_names`: names of environment variables may have any printable
// character but `=` (from Kubernetes 1.32 on).
void CheckPod(const PodTemplate& pod, const Resource& resource, bool relaxed_names, diag::Emitter& emit);

}  // namespace kval::kubernetes
