#pragma once

#include "src/check/value_cursor.h"
#include "src/diag/emitter.h"

// Claims of storage (KV708): pkg/apis/core/validation, ValidatePersistentVolumeClaimSpec.
namespace kval::kubernetes {

// Checks a claim with a `spec`: an object, or the template in a StatefulSet or a pod.
void CheckVolumeClaimSpec(const check::ValueCursor& claim, bool is_template, diag::Emitter& emit);

// Checks `kind` and `name` of a reference that the server validates: a claim's data source, an Ingress
// backend.
void CheckReferenceNames(const check::ValueCursor& at, diag::Emitter& emit);

}  // namespace kval::kubernetes
