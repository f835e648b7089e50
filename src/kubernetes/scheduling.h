#pragma once

#include "src/check/value_cursor.h"
#include "src/diag/emitter.h"

// Where pods run (KV708): pkg/apis/core/validation, ValidateNodeSelectorTerm, validatePodAffinityTerm,
// validateTopologySpreadConstraints, ValidateTolerations.
namespace kval::kubernetes {

// `affinity`, `topologySpreadConstraints` and `tolerations` of a pod. `has_comparisons`: tolerations may
// compare numbers (`Gt`, `Lt`), whose gate is off before 1.36.
void CheckScheduling(const check::ValueCursor& spec, std::string_view k8s_version, diag::Emitter& emit);

// Checks the `tolerations` of a pod or a RuntimeClass.
void CheckTolerations(const check::ValueCursor& map, bool has_comparisons, diag::Emitter& emit);

// Checks a node selector: a map with `nodeSelectorTerms`, one of which nodes must match.
void CheckNodeSelector(const check::ValueCursor& selector, diag::Emitter& emit);

}  // namespace kval::kubernetes
