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

// Checks a node selector: a map with `nodeSelectorTerms`, one of which nodes must match.
void CheckNodeSelector(const check::ValueCursor& selector, diag::Emitter& emit);

}  // namespace kval::kubernetes
