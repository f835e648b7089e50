#pragma once

#include "src/check/trail.h"
#include "src/diag/emitter.h"

namespace kval::kubernetes {

// `ownerReferences` of an object (KV708); nobody looks at those of a template. From apimachinery,
// pkg/api/validation, ValidateOwnerReferences.
void CheckOwners(const check::Trail& metadata, diag::Emitter& emit);

}  // namespace kval::kubernetes
