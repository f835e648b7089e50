#pragma once

#include <string_view>

#include "src/diag/emitter.h"
#include "src/kubernetes/workload.h"

namespace kval::kubernetes {

// Checks the annotations of a pod that the API server reads (KV708).
void CheckPodAnnotations(const PodTemplate& pod, std::string_view k8s_version, diag::Emitter& emit);

}  // namespace kval::kubernetes
