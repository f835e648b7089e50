#pragma once

#include "src/check/value_cursor.h"
#include "src/diag/emitter.h"

namespace kval::kubernetes {

// `resources` of a whole pod (KV708), in its `spec`: names and amounts, and whether its containers fit in
// (pkg/apis/core/validation, validatePodResources). The server drops them before 1.34.
void CheckPodResources(const check::ValueCursor& spec, diag::Emitter& emit);

}  // namespace kval::kubernetes
