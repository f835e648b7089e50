#pragma once

#include "src/diag/emitter.h"
#include "src/kubernetes/resource.h"

namespace kval::kubernetes {

// A Service (KV708): its ports, its addresses, and what its type needs or refuses.
void CheckService(const Resource& resource, diag::Emitter& emit);

}  // namespace kval::kubernetes
