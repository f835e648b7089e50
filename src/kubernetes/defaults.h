#pragma once

#include "src/check/value_cursor.h"
#include "src/diag/emitter.h"
#include "src/kubernetes/step_totals.h"

namespace kval::kubernetes {

// Checks every default in the openAPIV3Schema of a definition, which must be structural, against the schema
// that states it, as if it were a value: its shape, keys and rules. From k8s.io/apiextensions-apiserver,
// pkg/apiserver/schema/defaulting/validation.go.
void CheckDefaults(const check::ValueCursor& schema, StepTotals& costs, diag::Emitter& emit);

}  // namespace kval::kubernetes
