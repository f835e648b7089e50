#pragma once

#include "src/diag/emitter.h"
#include "src/kubernetes/resource.h"

namespace kval::kubernetes {

// Checks a Service (KV708): its ports, its addresses, and the fields that its type requires or forbids.
void CheckService(const Resource& resource, diag::Emitter& emit);

}  // namespace kval::kubernetes
