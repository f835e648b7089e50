#pragma once

#include "src/diag/emitter.h"
#include "src/kubernetes/workload.h"

namespace kval::kubernetes {

// Checks relations between parts of a pod (KV708): mounts have a volume, ports and probes have valid names,
// container names are unique. `relaxed_names`: names of environment variables may contain any printable
// character except `=` (1.32+).
void CheckPod(const PodTemplate& pod, const Resource& resource, bool relaxed_names, diag::Emitter& emit);

}  // namespace kval::kubernetes
