#pragma once

#include "src/check/trail.h"
#include "src/diag/emitter.h"

// The downward API (KV708): pkg/apis/core/validation, validateObjectFieldSelector and
// validateContainerResourceFieldSelector.
namespace kval::kubernetes {

enum class ToldTo { kVariable, kFile };

// `fieldRef` and `resourceFieldRef` of a variable's `valueFrom`, or of a volume's file.
void CheckToldFields(const check::Trail& holder, ToldTo told_to, diag::Emitter& emit);

}  // namespace kval::kubernetes
