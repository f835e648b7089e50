#include "src/driver/kubernetes/admission_inputs.h"

namespace kval::driver {

void CollectAdmissionPolicies(const std::vector<Definitions::Manifest>& manifests, Definitions& definitions,
                              kubernetes::AdmissionPolicySet& policies) {
  for (const Definitions::Manifest& manifest : manifests) {
    if (kubernetes::AdmissionPolicySet::MayBeIn(manifest.text)) {
      definitions.ForEachObject(manifest, [&](const value::Value& object) { policies.Add(object); });
    }
  }
  policies.CompileBound();
  if (policies.empty()) {
    return;
  }
  for (const Definitions::Manifest& manifest : manifests) {
    if (policies.references().MayBeIn(manifest.text)) {
      definitions.ForEachObject(manifest,
                                [&](const value::Value& object) { policies.references().Add(object); });
    }
  }
}

}  // namespace kval::driver
