#include "src/kubernetes/kind_rules.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "schemas/kubernetes/api_table.h"
#include "schemas/kubernetes/feature_gates.h"

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/metadata.h"
#include "src/kubernetes/pod_rules.h"
#include "src/kubernetes/quantities.h"
#include "src/kubernetes/report_at.h"
#include "src/kubernetes/similar_key.h"
#include "src/kubernetes/volume_claim.h"
#include "src/kubernetes/workload.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;

constexpr diag::Def<Text, Text> kVolumeName{diag::Kind::kBadName, "`{}` cannot be the name of a volume: {}"};
constexpr diag::Def<Text> kNoVolumeName{
    diag::Kind::kMissingRequired, "required key `{}` is missing: claims become volumes, which have names"};

constexpr diag::Def<Text, Text> kFinalizer{diag::Kind::kBadName, "`{}` cannot be a finalizer: {}"};
constexpr diag::Def<Text, Text> kShare{diag::ResourceRule(7085),
                                       "`{}` is not a number or percentage of pods: {}"};
constexpr diag::Def<> kNoneUnavailable{diag::ResourceRule(7086), "`maxUnavailable` must be larger than 0"};
constexpr diag::Def<int64_t> kPriority{diag::ResourceRule(7087),
                                       "a priority above {} is for classes of the system alone"};

constexpr diag::Def<> kOfSystem{diag::ResourceRule(7088), "names that start with `system-` are reserved"};
constexpr diag::Def<> kTolerationTwice{diag::ResourceRule(7089), "the same toleration is there already"};

struct RulesOfKind {
  Text group, kind;
  void (*check)(const Resource&, diag::Emitter&);
};

constexpr RulesOfKind kRules[] = {
    {"", "ConfigMap", CheckConfigMap},
    {"", "Secret", CheckSecret},
    {"", "Endpoints", CheckEndpoints},
    {"", "Event", CheckEvent},
    {"", "LimitRange", CheckLimitRange},
    {"", "Namespace", CheckNamespace},
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
    {"coordination.k8s.io", "Lease", CheckLease},
    {"coordination.k8s.io", "LeaseCandidate", CheckLease},
    {"discovery.k8s.io", "EndpointSlice", CheckEndpointSlice},
    {"events.k8s.io", "Event", CheckEvent},
    {"flowcontrol.apiserver.k8s.io", "FlowSchema", CheckFlowSchema},
    {"flowcontrol.apiserver.k8s.io", "PriorityLevelConfiguration", CheckPriorityLevel},
    {"admissionregistration.k8s.io", "MutatingWebhookConfiguration", CheckWebhooks},
    {"admissionregistration.k8s.io", "ValidatingWebhookConfiguration", CheckWebhooks},
    {"admissionregistration.k8s.io", "ValidatingAdmissionPolicy", CheckAdmissionPolicy},
    {"admissionregistration.k8s.io", "ValidatingAdmissionPolicyBinding", CheckPolicyBinding},
    {"admissionregistration.k8s.io", "MutatingAdmissionPolicy", CheckMutatingPolicy},
    {"admissionregistration.k8s.io", "MutatingAdmissionPolicyBinding", CheckMutatingBinding},
    {"networking.k8s.io", "Ingress", CheckIngress},
    {"networking.k8s.io", "IngressClass", CheckIngressClass},
    {"networking.k8s.io", "NetworkPolicy", CheckNetworkPolicy},
    {"networking.k8s.io", "IPAddress", CheckAddressOwner},
    {"networking.k8s.io", "ServiceCIDR", CheckServiceRange},
    {"node.k8s.io", "RuntimeClass", CheckRuntimeClass},
    {"rbac.authorization.k8s.io", "Role", CheckRole},
    {"rbac.authorization.k8s.io", "ClusterRole", CheckRole},
    {"rbac.authorization.k8s.io", "RoleBinding", CheckBinding},
    {"rbac.authorization.k8s.io", "ClusterRoleBinding", CheckBinding},
    {"autoscaling", "HorizontalPodAutoscaler", CheckAutoscaler},
    {"policy", "PodDisruptionBudget", CheckDisruptionBudget},
    {"resource.k8s.io", "DeviceClass", CheckDeviceClass},
    {"resource.k8s.io", "ResourceClaim", CheckResourceClaim},
    {"resource.k8s.io", "ResourceClaimTemplate", CheckResourceClaimTemplate},
    {"resource.k8s.io", "DeviceTaintRule", CheckTaintRule},
    {"resource.k8s.io", "ResourceSlice", CheckResourceSlice},
    {"scheduling.k8s.io", "PriorityClass", CheckPriorityClass},
    {"storage.k8s.io", "StorageClass", CheckStorageClass},
    {"storage.k8s.io", "VolumeAttachment", CheckVolumeAttachment},
    {"storage.k8s.io", "VolumeAttributesClass", CheckVolumeAttributesClass},
};

// Before 1.35 the server drops it: the gate MaxUnavailableStatefulSet is off.
void CheckUnavailable(const check::ValueCursor& most, diag::Emitter& emit) {
  const Text text = TextOf(most);
  const bool is_text = most.value->kind == value::Kind::kString;
  if (const std::string why = is_text ? GetFormatError("percent", text) : std::string(); !why.empty()) {
    ReportAt(emit, most, kShare, text, why).Emit();
  } else if (PercentOf(text) == 0 || (!is_text && GetInteger(most).value_or(1) <= 0)) {
    ReportAt(emit, most, kNoneUnavailable).Emit();
  }
}

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
  const bool relaxed_names = schemas::kubernetes::IsEnabled(
      schemas::kubernetes::Feature::kRelaxedEnvironmentVariableValidation, resource.k8s_version);
  CheckWorkload(resource, emit);
  ForEachPod(resource, [&](const PodTemplate& pod) { CheckPod(pod, resource, relaxed_names, emit); });
  if (resource.kind == "CustomResourceDefinition") {
    CheckDefinition(resource, costs, emit);
  }
  CheckKindRules(resource, emit);
}

void CheckDisruptionBudget(const Resource& resource, diag::Emitter& emit) {
  constexpr Text kKeys[] = {"spec"};
  Follow(resource.at, kKeys, [&](const check::ValueCursor& spec) {
    CheckShare(spec, "minAvailable", emit);
    CheckShare(spec, "maxUnavailable", emit);
  });
}

void CheckStatefulSet(const Resource& resource, diag::Emitter& emit) {
  constexpr Text kKeys[] = {"spec"};
  Follow(resource.at, kKeys, [&](const check::ValueCursor& spec) {
    ForEachItemOf(spec, "volumeClaimTemplates", [&](const check::ValueCursor& claim) {
      CheckVolumeClaimSpec(claim, true, emit);
      const std::optional<check::ValueCursor> metadata = At(claim, "metadata");
      const std::optional<check::ValueCursor> name = metadata ? At(*metadata, "name") : std::nullopt;
      const check::ValueCursor& holder = metadata ? *metadata : claim;
      const Text missing = metadata ? Text("name") : Text("metadata");
      if (name && name->value->kind != value::Kind::kString) {
        return;
      }
      const Text text = name ? TextOf(*name) : Text();
      if (text.empty() && holder.value->kind == value::Kind::kMapping && !IsRecovered(*holder.value) &&
          !HasSimilarKey(holder, missing)) {
        ReportMissing(emit, holder, missing, kNoVolumeName, missing).Emit();
      } else if (const std::string why = GetFormatError("dns1123-label", text);
                 !text.empty() && !why.empty()) {
        ReportAt(emit, *name, kVolumeName, text, why).Emit();
      }
    });
    if (schemas::kubernetes::IsAtLeast(resource.k8s_version, "1.35")) {
      constexpr Text kMax[] = {"updateStrategy", "rollingUpdate", "maxUnavailable"};
      Follow(spec, kMax, [&](const check::ValueCursor& most) { CheckUnavailable(most, emit); });
      constexpr Text kRolling[] = {"updateStrategy", "rollingUpdate"};
      Follow(spec, kRolling,
             [&](const check::ValueCursor& rolling) { CheckShare(rolling, "maxUnavailable", emit); });
    }
  });
}

void CheckRuntimeClass(const Resource& resource, diag::Emitter& emit) {
  constexpr Text kKeys[] = {"overhead", "podFixed"};
  Follow(resource.at, kKeys,
         [&](const check::ValueCursor& amounts) { CheckContainerAmounts(amounts, emit); });
  if (const std::optional<check::ValueCursor> scheduling = At(resource.at, "scheduling")) {
    std::map<std::array<Text, 4>, source::Span> seen;
    ForEachItemOf(*scheduling, "tolerations", [&](const check::ValueCursor& item) {
      const std::array<Text, 4> parts = {GetStringField(item, "key"), GetStringField(item, "operator"),
                                         GetStringField(item, "value"), GetStringField(item, "effect")};
      if (const auto [first, is_new] = seen.emplace(parts, item.value->span);
          !is_new && !IsRecovered(*item.value)) {
        ReportAt(emit, item, kTolerationTwice).Related(first->second, "the first one").Emit();
      }
    });
  }
}

// pkg/apis/core/validation, validateFinalizerName.
void CheckNamespace(const Resource& resource, diag::Emitter& emit) {
  constexpr Text kKeys[] = {"spec", "finalizers"};
  Follow(resource.at, kKeys, [&](const check::ValueCursor& finalizers) {
    ForEachItem(finalizers, [&](const check::ValueCursor& item) {
      const Text text = TextOf(item);
      const bool is_standard = text == "kubernetes" || text == "orphan" || text == "foregroundDeletion";
      const std::string why = item.value->kind != value::Kind::kString || is_standard ? std::string()
                              : text.find('/') == Text::npos
                                  ? "a domain must precede it, as in `example.com/name`"
                                  : GetFormatError("qualified-name", text);
      if (!why.empty()) {
        ReportAt(emit, item, kFinalizer, text, why).Emit();
      }
    });
  });
}

// pkg/apis/scheduling/validation, ValidatePriorityClass; that of a known name is the system's own.
void CheckPriorityClass(const Resource& resource, diag::Emitter& emit) {
  constexpr int64_t kMax = 1'000'000'000;
  const std::optional<check::ValueCursor> metadata = At(resource.at, "metadata");
  const std::optional<check::ValueCursor> name = metadata ? At(*metadata, "name") : std::nullopt;
  const bool is_of_system = name && TextOf(*name).starts_with("system-");
  const std::optional<check::ValueCursor> value = At(resource.at, "value");
  if (is_of_system) {
    const int64_t number = value ? GetInteger(*value).value_or(0) : 0;
    const bool is_known = (TextOf(*name) == "system-node-critical" && number == kMax * 2 + 1000) ||
                          (TextOf(*name) == "system-cluster-critical" && number == kMax * 2);
    if (!is_known || IsTrue(At(resource.at, "globalDefault"))) {
      ReportAt(emit, *name, kOfSystem).Emit();
    }
  }
  if (value && !is_of_system && GetInteger(*value).value_or(0) > kMax) {
    ReportAt(emit, *value, kPriority, kMax).Emit();
  }
}

}  // namespace kval::kubernetes
