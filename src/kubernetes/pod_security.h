#pragma once

#include "src/check/value_cursor.h"
#include "src/diag/emitter.h"

namespace kval::kubernetes {

// Checks that a pod and its containers set no fields that its operating system does not support (KV708).
// Source: pkg/apis/core/validation, validateWindows, validateLinux.
void CheckPodSecurity(const check::ValueCursor& spec, diag::Emitter& emit);

}  // namespace kval::kubernetes
