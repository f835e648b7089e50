#pragma once

#include <vector>

#include "src/driver/kubernetes/definitions.h"
#include "src/kubernetes/admission/policy_set.h"

namespace kval::driver {

// Collects the admission policies of the manifests of a run with their bindings, and, if there are any, the
// namespaces and parameters. `definitions` keeps the values.
void CollectAdmissionPolicies(const std::vector<Definitions::Manifest>& manifests, Definitions& definitions,
                              kubernetes::AdmissionPolicySet& policies);

}  // namespace kval::driver
