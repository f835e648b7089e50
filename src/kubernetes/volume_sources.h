#pragma once

#include "src/check/value_cursor.h"
#include "src/diag/emitter.h"

namespace kval::kubernetes {

// Checks volume sources (KV708): dependent fields and formats of each kind. `is_persistent`: the spec of a
// PersistentVolume, whose secret references have a namespace. Source: pkg/apis/core/validation,
// validateVolumeSource and ValidatePersistentVolumeSpec.
void CheckSources(const check::ValueCursor& volume, bool is_persistent, diag::Emitter& emit);

}  // namespace kval::kubernetes
