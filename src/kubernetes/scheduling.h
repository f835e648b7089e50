#pragma once

#include "src/check/trail.h"
#include "src/diag/emitter.h"

// Where pods run (KV708): pkg/apis/core/validation, ValidateNodeSelectorTerm, validatePodAffinityTerm,
// validateTopologySpreadConstraints, ValidateTolerations.
namespace kval::kubernetes {

// `affinity`, `topologySpreadConstraints` and `tolerations` of a pod.
void CheckScheduling(const check::Trail& spec, diag::Emitter& emit);

// The `tolerations` of a map: of a pod, of a RuntimeClass.
void CheckTolerations(const check::Trail& map, diag::Emitter& emit);

// A map with `nodeSelectorTerms`: nodes must fit one of them.
void CheckNodeSelector(const check::Trail& selector, diag::Emitter& emit);

}  // namespace kval::kubernetes
