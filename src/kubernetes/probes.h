#pragma once

#include "src/check/value_cursor.h"
#include "src/diag/emitter.h"

namespace kval::kubernetes {

// Checks the probes and hooks of a container (KV706, KV708): pkg/apis/core/validation, validateLivenessProbe
// and related functions.
void CheckProbes(const check::ValueCursor& container, diag::Emitter& emit);

}  // namespace kval::kubernetes
