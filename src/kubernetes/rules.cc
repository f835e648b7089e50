#include "src/kubernetes/rules.h"

#include "schemas/kubernetes/feature_gates.h"

#include "src/kubernetes/definition.h"
#include "src/kubernetes/kind_rules.h"
#include "src/kubernetes/metadata.h"
#include "src/kubernetes/pod.h"
#include "src/kubernetes/service.h"
#include "src/kubernetes/workload.h"

namespace kval::kubernetes {

void CheckRules(const Resource& resource, bool is_builtin, StepTotals& costs, diag::Emitter& emit) {
  CheckMetadata(resource, is_builtin, emit);
  if (!is_builtin) {
    return;
  }
  const bool relaxed_names = schemas::kubernetes::IsEnabled(
      schemas::kubernetes::Feature::kRelaxedEnvironmentVariableValidation, resource.k8s_version);
  CheckWorkload(resource, emit);
  ForEachPod(resource, [&](const PodTemplate& pod) { CheckPod(pod, resource, relaxed_names, emit); });
  if (resource.kind == "Service" && resource.api_version == "v1") {
    CheckService(resource, emit);
  }
  if (resource.kind == "CustomResourceDefinition") {
    CheckDefinition(resource, costs, emit);
  }
  CheckKindRules(resource, emit);
}

}  // namespace kval::kubernetes
