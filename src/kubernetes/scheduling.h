#pragma once

#include <string_view>

#include "src/check/value_cursor.h"
#include "src/diag/emitter.h"
#include "src/kubernetes/workload.h"

// Where pods run (KV708): pkg/apis/core/validation, ValidateNodeSelectorTerm, validatePodAffinityTerm,
// validateTopologySpreadConstraints.
namespace kval::kubernetes {

// Checks `affinity` and `topologySpreadConstraints` of a pod.
void CheckScheduling(const PodTemplate& pod, std::string_view k8s_version, diag::Emitter& emit);

}  // namespace kval::kubernetes
