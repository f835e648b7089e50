#pragma once

#include "src/check/trail.h"
#include "src/diag/emitter.h"

namespace kval::kubernetes {

// What a volume is made of (KV708): the fields of each kind of source that depend on each other or have a
// form of their own. `is_persistent`: the spec of a PersistentVolume, whose secrets are in a namespace. From
// pkg/apis/core/validation, validateVolumeSource and ValidatePersistentVolumeSpec.
void CheckSources(const check::Trail& volume, bool is_persistent, diag::Emitter& emit);

}  // namespace kval::kubernetes
