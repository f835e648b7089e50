#pragma once

#include "src/check/value_cursor.h"
#include "src/diag/emitter.h"

namespace kval::kubernetes {

// Checks `ownerReferences` of an object (KV708); those of a template are not validated. Source: apimachinery,
// pkg/api/validation, ValidateOwnerReferences.
void CheckOwners(const check::ValueCursor& metadata, diag::Emitter& emit);

}  // namespace kval::kubernetes
