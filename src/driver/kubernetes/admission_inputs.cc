#include "src/driver/kubernetes/admission_inputs.h"

namespace kval::driver {

void CollectAdmissionPolicies(ManifestFiles& manifests, kubernetes::AdmissionPolicySet& policies) {
  for (size_t i = 0; i < manifests.size(); ++i) {
    if (kubernetes::AdmissionPolicySet::MayBeIn(manifests[i].text())) {
      ForEachResource(manifests.KeepDocumentsOf(i),
                      [&](const value::Value& object) { policies.Add(object); });
    }
  }
  policies.CompileBound();
  if (policies.empty()) {
    return;
  }
  for (size_t i = 0; i < manifests.size(); ++i) {
    if (policies.references().MayBeIn(manifests[i].text())) {
      ForEachResource(manifests.KeepDocumentsOf(i),
                      [&](const value::Value& object) { policies.references().Add(object); });
    }
  }
}

}  // namespace kval::driver
