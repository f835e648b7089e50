#pragma once

#include <string_view>

#include "src/check/value_cursor.h"
#include "src/diag/emitter.h"
#include "src/kubernetes/workload.h"

// Where pods run (KV708): pkg/apis/core/validation, ValidateNodeSelectorTerm, validatePodAffinityTerm,
// validateTopologySpreadConstraints, ValidateTolerations.
namespace kval::kubernetes {

// Checks `affinity`, `topologySpreadConstraints` and `tolerations` of a pod.
void CheckScheduling(const PodTemplate& pod, std::string_view k8s_version, diag::Emitter& emit);

// Checks the `tolerations` of a pod or a RuntimeClass.
void CheckTolerations(const check::ValueCursor& map, std::string_view k8s_version, diag::Emitter& emit);

// Checks a node selector: a map with `nodeSelectorTerms`, one of which nodes must match.
void CheckNodeSelector(const check::ValueCursor& selector, diag::Emitter& emit);

}  // namespace kval::kubernetes
