#pragma once

#include "src/kubernetes/admission/admission_request.h"
#include "src/support/arena.h"
#include "src/value/value.h"

namespace kval::kubernetes {

// Sets the values of the objects of a request that the API server sets after mutations and before policies
// that validate: generated metadata, the status, addresses, the data of Secrets. The status of an existing
// object and what is random are GeneratedValue. Shares what does not change; new values go to `arena`.
// Requires: the objects have their defaults.
void SetStoredValues(AdmissionRequest& request, Arena& arena);

}  // namespace kval::kubernetes
