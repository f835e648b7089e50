#pragma once

#include "src/diag/emitter.h"
#include "src/driver/kubernetes/manifest_files.h"
#include "src/driver/kubernetes/test_files.h"
#include "src/kubernetes/admission/policy_set.h"
#include "src/kubernetes/defaulting_webhooks.h"

namespace kval::driver {

// Collects the admission policies of the manifests of a run with their bindings, and, if there are any, the
// namespaces and parameters. Reports that those of `tests` are not evaluated. `manifests` keeps the values.
void CollectAdmissionPolicies(ManifestFiles& manifests, const TestFiles& tests,
                              kubernetes::AdmissionPolicySet& policies, diag::Emitter& emit);

// Collects the webhooks that may set fields. `manifests` keeps the values.
void CollectDefaultingWebhooks(ManifestFiles& manifests, kubernetes::DefaultingWebhooks& webhooks);

}  // namespace kval::driver
