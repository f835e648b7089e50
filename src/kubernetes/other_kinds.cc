#include "src/kubernetes/other_kinds.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "src/kubernetes/expressions.h"
#include "src/kubernetes/metadata.h"
#include "src/kubernetes/node.h"
#include "src/kubernetes/quantities.h"
#include "src/kubernetes/tell.h"
#include "src/kubernetes/workload.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;

constexpr diag::Def<> kNoStorage{diag::Kind::kMissingRequired,
                                 "required key `storage` is missing: a claim must request some"};
constexpr diag::Def<Text, Text> kWebhookName{diag::Kind::kBadName,
                                             "`{}` cannot be the name of a webhook: {}"};
constexpr diag::Def<> kReviewVersions{
    diag::Kind::kResource, "one of the versions must be `v1` or `v1beta1`, which the server speaks"};
constexpr diag::Def<Text> kEmptyText{diag::Kind::kResource,
                                     "`{}` has an empty text, which stands for nothing"};
constexpr diag::Def<> kNoValidation{
    diag::Kind::kMissingRequired,
    "required keys are missing: a policy has `validations` or `auditAnnotations`"};
constexpr diag::Def<> kNoRules{diag::Kind::kMissingRequired,
                               "required key `resourceRules` is missing: a policy says what it is for"};
constexpr diag::Def<> kNoAmount{diag::Kind::kResource, "a claim must request more than 0"};

struct RulesOfKind {
  Text group, kind;
  void (*check)(const Resource&, diag::Emitter&);
};

constexpr RulesOfKind kRules[] = {
    {"", "ConfigMap", CheckConfigMap},
    {"", "Secret", CheckSecret},
    {"", "Endpoints", CheckEndpoints},
    {"", "LimitRange", CheckLimitRange},
    {"", "PersistentVolumeClaim", CheckVolumeClaim},
    {"", "ResourceQuota", CheckQuota},
    {"apps", "StatefulSet", CheckStatefulSet},
    {"batch", "CronJob", CheckCronJob},
    {"certificates.k8s.io", "CertificateSigningRequest", CheckSigningRequest},
    {"discovery.k8s.io", "EndpointSlice", CheckEndpointSlice},
    {"flowcontrol.apiserver.k8s.io", "FlowSchema", CheckFlowSchema},
    {"flowcontrol.apiserver.k8s.io", "PriorityLevelConfiguration", CheckPriorityLevel},
    {"admissionregistration.k8s.io", "MutatingWebhookConfiguration", CheckWebhooks},
    {"admissionregistration.k8s.io", "ValidatingWebhookConfiguration", CheckWebhooks},
    {"admissionregistration.k8s.io", "ValidatingAdmissionPolicy", CheckAdmissionPolicy},
    {"networking.k8s.io", "Ingress", CheckIngress},
    {"networking.k8s.io", "IngressClass", CheckIngressClass},
    {"networking.k8s.io", "NetworkPolicy", CheckNetworkPolicy},
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
};

}  // namespace

void CheckOtherKinds(const Resource& resource, diag::Emitter& emit) {
  const size_t slash = resource.api_version.find('/');
  const Text group = slash == Text::npos ? Text() : resource.api_version.substr(0, slash);
  const auto* rules = std::find_if(std::begin(kRules), std::end(kRules), [&](const RulesOfKind& row) {
    return row.group == group && row.kind == resource.kind;
  });
  if (rules != std::end(kRules)) {
    rules->check(resource, emit);
  }
}

void CheckDisruptionBudget(const Resource& resource, diag::Emitter& emit) {
  constexpr Text kKeys[] = {"spec"};
  Follow(resource.at, kKeys, [&](const check::Trail& spec) {
    CheckShare(spec, "minAvailable", emit);
    CheckShare(spec, "maxUnavailable", emit);
  });
}

namespace {

void CheckClaim(const check::Trail& claim, diag::Emitter& emit) {
  constexpr Text kKeys[] = {"spec", "resources", "requests"};
  Follow(claim, kKeys, [&](const check::Trail& requests) {
    const std::optional<check::Trail> storage = At(requests, "storage");
    if (!storage && requests.value->kind == value::Kind::kMapping && !requests.value->entries().empty() &&
        !HasGap(*requests.value)) {
      diag::Path path = requests.path();
      path.push_back(diag::PathStep::Key("storage"));
      emit.Report(check::PlaceOf(requests.key, *requests.value), kNoStorage).At(path).Emit();
    } else if (storage && AmountOf(*storage->value).value_or(1) <= 0) {
      Tell(emit, *storage, kNoAmount).Emit();
    }
  });
}

}  // namespace

void CheckVolumeClaim(const Resource& resource, diag::Emitter& emit) {
  CheckClaim(resource.at, emit);
}

void CheckStatefulSet(const Resource& resource, diag::Emitter& emit) {
  constexpr Text kKeys[] = {"spec"};
  Follow(resource.at, kKeys, [&](const check::Trail& spec) {
    ForEachItemOf(spec, "volumeClaimTemplates", [&](const check::Trail& claim) { CheckClaim(claim, emit); });
  });
}

namespace {

// The API server speaks these only.
void CheckReviewVersions(const check::Trail& webhook, diag::Emitter& emit) {
  const std::optional<check::Trail> versions = At(webhook, "admissionReviewVersions");
  bool is_spoken = false;
  bool has_any = false;
  if (versions) {
    ForEachItem(*versions, [&](const check::Trail& item) {
      has_any = true;
      is_spoken = is_spoken || item.value->kind != value::Kind::kString || TextOf(item) == "v1" ||
                  TextOf(item) == "v1beta1";
    });
  }
  if (has_any && !is_spoken && !HasGap(*versions->value)) {
    Tell(emit, *versions, kReviewVersions).Emit();
  }
}

}  // namespace

void CheckRuntimeClass(const Resource& resource, diag::Emitter& emit) {
  constexpr Text kKeys[] = {"overhead", "podFixed"};
  Follow(resource.at, kKeys, [&](const check::Trail& amounts) { CheckContainerAmounts(amounts, emit); });
}

namespace {

// Versions and resources that rules are for: no empty text stands for any. (A group may be empty.)
void CheckRuleTexts(const check::Trail& rule, diag::Emitter& emit) {
  for (const Text key : {Text("apiVersions"), Text("resources")}) {
    ForEachItemOf(rule, key, [&](const check::Trail& item) {
      if (item.value->kind == value::Kind::kString && TextOf(item).empty()) {
        Tell(emit, item, kEmptyText, key).Emit();
      }
    });
  }
}

}  // namespace

namespace {

bool IsEmpty(const std::optional<check::Trail>& list) {
  return !list || (list->value->kind == value::Kind::kSequence && list->value->items().empty() &&
                   !HasGap(*list->value));
}

void CheckPolicyParts(const Resource& resource, diag::Emitter& emit) {
  const std::optional<check::Trail> spec = At(resource.at, "spec");
  if (!spec || spec->value->kind != value::Kind::kMapping || HasGap(*spec->value)) {
    return;
  }
  if (IsEmpty(At(*spec, "validations")) && IsEmpty(At(*spec, "auditAnnotations"))) {
    emit.Report(check::PlaceOf(spec->key, *spec->value), kNoValidation).At(spec->path()).Emit();
  }
  const std::optional<check::Trail> matched = At(*spec, "matchConstraints");
  if (matched && matched->value->kind == value::Kind::kMapping && !HasGap(*matched->value) &&
      IsEmpty(At(*matched, "resourceRules"))) {
    emit.Report(check::PlaceOf(matched->key, *matched->value), kNoRules).At(matched->path()).Emit();
  }
}

}  // namespace

void CheckAdmissionPolicy(const Resource& resource, diag::Emitter& emit) {
  CheckPolicyExpressions(resource, emit);
  CheckPolicyParts(resource, emit);
  constexpr Text kKeys[] = {"spec", "matchConstraints"};
  Follow(resource.at, kKeys, [&](const check::Trail& constraints) {
    for (const Text list : {Text("resourceRules"), Text("excludeResourceRules")}) {
      ForEachItemOf(constraints, list, [&](const check::Trail& rule) { CheckRuleTexts(rule, emit); });
    }
  });
}

void CheckWebhooks(const Resource& resource, diag::Emitter& emit) {
  ForEachItemOf(resource.at, "webhooks", [&](const check::Trail& webhook) {
    CheckReviewVersions(webhook, emit);
    CheckMatchConditions(resource, webhook, emit);
    ForEachItemOf(webhook, "rules", [&](const check::Trail& rule) { CheckRuleTexts(rule, emit); });
    const std::optional<check::Trail> name = At(webhook, "name");
    const Text text = name ? TextOf(*name) : Text();
    if (text.empty()) {
      return;
    }
    const std::string why = WhyNot("dns1123-subdomain", text);
    if (!why.empty()) {
      Tell(emit, *name, kWebhookName, text, why).Emit();
    } else if (std::count(text.begin(), text.end(), '.') < 2) {
      Tell(emit, *name, kWebhookName, text, "it must have three parts, joined by dots").Emit();
    }
  });
}

}  // namespace kval::kubernetes
