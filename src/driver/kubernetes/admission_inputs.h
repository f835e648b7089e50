#pragma once

#include "src/driver/kubernetes/manifest_files.h"
#include "src/kubernetes/admission/policy_set.h"

namespace kval::driver {

// Collects the admission policies of the manifests of a run with their bindings, and, if there are any, the
// namespaces and parameters. `manifests` keeps the values.
void CollectAdmissionPolicies(ManifestFiles& manifests, kubernetes::AdmissionPolicySet& policies);

}  // namespace kval::driver
