#include "src/kubernetes/kind_rules.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/metadata.h"
#include "src/kubernetes/pod_rules.h"
#include "src/kubernetes/quantities.h"
#include "src/kubernetes/volume_claim.h"
#include "src/kubernetes/workload.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;

struct RulesOfKind {
  Text group, kind;
  void (*check)(const Resource&, diag::Emitter&);
};

constexpr RulesOfKind kRules[] = {
    {"", "ConfigMap", CheckConfigMap},
    {"", "Secret", CheckSecret},
    {"", "Endpoints", CheckEndpoints},
    {"", "LimitRange", CheckLimitRange},
    {"", "Node", CheckNode},
    {"", "PersistentVolume", CheckPersistentVolume},
    {"", "PersistentVolumeClaim", CheckVolumeClaim},
    {"", "ResourceQuota", CheckQuota},
    {"", "Service", CheckService},
    {"apiregistration.k8s.io", "APIService", CheckApiService},
    {"apps", "StatefulSet", CheckStatefulSet},
    {"batch", "CronJob", CheckCronJob},
    {"certificates.k8s.io", "CertificateSigningRequest", CheckSigningRequest},
    {"certificates.k8s.io", "ClusterTrustBundle", CheckTrustBundle},
    {"discovery.k8s.io", "EndpointSlice", CheckEndpointSlice},
    {"flowcontrol.apiserver.k8s.io", "FlowSchema", CheckFlowSchema},
    {"flowcontrol.apiserver.k8s.io", "PriorityLevelConfiguration", CheckPriorityLevel},
    {"admissionregistration.k8s.io", "MutatingWebhookConfiguration", CheckWebhooks},
    {"admissionregistration.k8s.io", "ValidatingWebhookConfiguration", CheckWebhooks},
    {"admissionregistration.k8s.io", "ValidatingAdmissionPolicy", CheckAdmissionPolicy},
    {"admissionregistration.k8s.io", "ValidatingAdmissionPolicyBinding", CheckPolicyBinding},
    {"admissionregistration.k8s.io", "MutatingAdmissionPolicy", CheckMutatingPolicy},
    {"admissionregistration.k8s.io", "MutatingAdmissionPolicyBinding", CheckPolicyBinding},
    {"networking.k8s.io", "NetworkPolicy", CheckNetworkPolicy},
    {"networking.k8s.io", "ServiceCIDR", CheckServiceRange},
    {"node.k8s.io", "RuntimeClass", CheckRuntimeClass},
    {"resource.k8s.io", "DeviceClass", CheckDeviceClass},
    {"resource.k8s.io", "ResourceClaim", CheckResourceClaim},
    {"resource.k8s.io", "ResourceClaimTemplate", CheckResourceClaimTemplate},
    {"resource.k8s.io", "ResourceSlice", CheckResourceSlice},
    {"storage.k8s.io", "StorageClass", CheckStorageClass},
    {"storage.k8s.io", "VolumeAttributesClass", CheckVolumeAttributesClass},
};

// The rules of kinds that have a few each.
void CheckKindRules(const Resource& resource, diag::Emitter& emit) {
  const size_t slash = resource.api_version.find('/');
  const Text group = slash == Text::npos ? Text() : resource.api_version.substr(0, slash);
  const auto* rules = std::find_if(std::begin(kRules), std::end(kRules), [&](const RulesOfKind& row) {
    return row.group == group && row.kind == resource.kind;
  });
  if (rules != std::end(kRules)) {
    rules->check(resource, emit);
  }
}

}  // namespace

void CheckRules(const Resource& resource, bool is_builtin, StepTotals& costs, diag::Emitter& emit) {
  CheckMetadata(resource, is_builtin, emit);
  if (!is_builtin) {
    return;
  }
  CheckWorkload(resource, emit);
  ForEachPod(resource, [&](const PodTemplate& pod) { CheckPod(pod, resource, emit); });
  if (resource.kind == "CustomResourceDefinition") {
    CheckDefinition(resource, costs, emit);
  }
  CheckKindRules(resource, emit);
}

void CheckStatefulSet(const Resource& resource, diag::Emitter& emit) {
  if (const std::optional<check::ValueCursor> spec = At(resource.at, "spec")) {
    ForEachItemOf(*spec, "volumeClaimTemplates",
                  [&](const check::ValueCursor& claim) { CheckVolumeClaimSpec(claim, true, emit); });
  }
}

void CheckRuntimeClass(const Resource& resource, diag::Emitter& emit) {
  Follow(resource.at, {"overhead", "podFixed"},
         [&](const check::ValueCursor& amounts) { CheckContainerAmounts(amounts, emit); });
}

}  // namespace kval::kubernetes
