#pragma once

#include "src/check/trail.h"
#include "src/diag/emitter.h"

// What selects nodes (KV708): pkg/apis/core/validation, ValidateNodeSelectorTerm.
namespace kval::kubernetes {

// `affinity` of a pod.
void CheckAffinity(const check::Trail& affinity, diag::Emitter& emit);

// A map with `nodeSelectorTerms`: nodes must fit one of them.
void CheckNodeSelector(const check::Trail& selector, diag::Emitter& emit);

}  // namespace kval::kubernetes
