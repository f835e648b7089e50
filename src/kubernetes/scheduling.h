#pragma once

#include "src/check/trail.h"
#include "src/diag/emitter.h"

// Where pods run (KV708): pkg/apis/core/validation, ValidateNodeSelectorTerm, validatePodAffinityTerm,
// validateTopologySpreadConstraints, ValidateTolerations.
namespace kval::kubernetes {

// `affinity`, `topologySpreadConstraints` and `tolerations` of a pod. `has_comparisons`: tolerations may
// compare numbers (`Gt`, `Lt`), whose gate is off before 1.36.
void CheckScheduling(const check::Trail& spec, std::string_view k8s_version, diag::Emitter& emit);

// The `tolerations` of a map: of a pod, of a RuntimeClass.
void CheckTolerations(const check::Trail& map, bool has_comparisons, diag::Emitter& emit);

// A map with `nodeSelectorTerms`: nodes must fit one of them.
void CheckNodeSelector(const check::Trail& selector, diag::Emitter& emit);

}  // namespace kval::kubernetes
