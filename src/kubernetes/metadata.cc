#include "src/kubernetes/metadata.h"

#include <algorithm>
#include <optional>
#include <string>

#include "schemas/kubernetes/api_table.h"
#include "schemas/kubernetes/feature_gates.h"
#include "src/findings/misplaced_key.h"
#include "src/kubernetes/accessors.h"
#include "src/kubernetes/addresses.h"
#include "src/kubernetes/names.h"
#include "src/kubernetes/owners.h"
#include "src/kubernetes/report_at.h"
#include "src/kubernetes/similar_key.h"
#include "src/support/ascii_text.h"
#include "src/support/word_list.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Kind;

constexpr diag::Def<Text, Text> kName{diag::Kind::kBadName, "`{}` cannot be a name: {}"};
constexpr diag::Def<Text, Text> kNamespace{diag::Kind::kBadName, "`{}` cannot be a namespace: {}"};
constexpr diag::Def<Text, Text> kLabelKey{diag::Kind::kBadName, "`{}` cannot be the key of a label: {}"};
constexpr diag::Def<Text, Text> kLabelValue{diag::Kind::kBadName, "`{}` cannot be the value of a label: {}"};
constexpr diag::Def<Text, Text> kAnnotation{diag::Kind::kBadName,
                                            "`{}` cannot be the key of an annotation: {}"};
constexpr diag::Def<size_t> kLongAnnotations{diag::Kind::kBadName,
                                             "the annotations together have {} bytes, more than 262144"};
constexpr diag::Def<Text, Text> kFinalizer{diag::Kind::kBadName, "`{}` cannot be a finalizer: {}"};
constexpr diag::Def<> kTwoFinalizers{diag::ResourceRule(7093),
                                     "`orphan` and `foregroundDeletion` exclude each other"};
constexpr diag::Def<Text> kOfClaim{
    diag::ResourceRule(7094),
    "`{}` cannot be set here: the claim template of a pod accepts only labels and annotations"};
constexpr diag::Def<> kGeneration{diag::Kind::kMin, "the generation must be 0 or more"};
constexpr diag::Def<> kNoName{diag::Kind::kMissingRequired, "required key `name` is missing"};

constexpr size_t kMostAnnotations = 262144;

// The name rules of a kind. kNone: no name, or no rule.
enum class NameRule : uint8_t {
  kSubdomain,
  kLabel,
  kService,
  kOptional,  // the server generates a missing name
  kPathSegment,
  kJob,
  kCronJob,
  kKey,
  kAddress,
  kNone
};

struct RuleOfKind {
  Text group, kind;
  NameRule rule;
};

// Those that differ from a DNS subdomain.
constexpr RuleOfKind kRules[] = {
    {"", "Namespace", NameRule::kLabel},
    {"", "Service", NameRule::kService},
    {"", "LimitRange", NameRule::kOptional},
    {"", "Event", NameRule::kPathSegment},
    {"apps", "StatefulSet", NameRule::kLabel},
    {"batch", "Job", NameRule::kJob},
    {"batch", "CronJob", NameRule::kCronJob},
    {"policy", "PodDisruptionBudget", NameRule::kPathSegment},
    {"rbac.authorization.k8s.io", "Role", NameRule::kPathSegment},
    {"rbac.authorization.k8s.io", "RoleBinding", NameRule::kPathSegment},
    {"rbac.authorization.k8s.io", "ClusterRole", NameRule::kPathSegment},
    {"rbac.authorization.k8s.io", "ClusterRoleBinding", NameRule::kPathSegment},
    {"coordination.k8s.io", "LeaseCandidate", NameRule::kKey},
    {"certificates.k8s.io", "CertificateSigningRequest", NameRule::kPathSegment},
    {"certificates.k8s.io", "ClusterTrustBundle", NameRule::kPathSegment},
    {"apiregistration.k8s.io", "APIService", NameRule::kPathSegment},
    {"networking.k8s.io", "IPAddress", NameRule::kAddress},
    {"internal.apiserver.k8s.io", "StorageVersion", NameRule::kNone},
    {"authentication.k8s.io", "TokenReview", NameRule::kNone},
    {"authentication.k8s.io", "SelfSubjectReview", NameRule::kNone},
    {"authorization.k8s.io", "SubjectAccessReview", NameRule::kNone},
    {"authorization.k8s.io", "LocalSubjectAccessReview", NameRule::kNone},
    {"authorization.k8s.io", "SelfSubjectAccessReview", NameRule::kNone},
    {"authorization.k8s.io", "SelfSubjectRulesReview", NameRule::kNone},
};

constexpr Text kOfCluster =
    "APIService CSIDriver CSINode CertificateSigningRequest ClusterRole ClusterRoleBinding "
    "ClusterTrustBundle ComponentStatus CustomResourceDefinition DeviceClass DeviceTaintRule FlowSchema "
    "IPAddress IngressClass MutatingAdmissionPolicy MutatingAdmissionPolicyBinding "
    "MutatingWebhookConfiguration Namespace Node PersistentVolume PriorityClass "
    "PriorityLevelConfiguration ResourceSlice RuntimeClass SelfSubjectAccessReview SelfSubjectReview "
    "SelfSubjectRulesReview ServiceCIDR StorageClass StorageVersion StorageVersionMigration "
    "SubjectAccessReview TokenReview ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding "
    "ValidatingWebhookConfiguration VolumeAttachment VolumeAttributesClass";

NameRule RuleFor(const Resource& resource, bool is_builtin) {
  if (!is_builtin) {
    return NameRule::kSubdomain;
  }
  const size_t slash = resource.api_version.find('/');
  const Text group = slash == Text::npos ? Text() : resource.api_version.substr(0, slash);
  const auto* rule = std::find_if(std::begin(kRules), std::end(kRules), [&](const RuleOfKind& row) {
    return row.group == group && row.kind == resource.kind;
  });
  if (rule == std::end(kRules)) {
    return NameRule::kSubdomain;
  }
  constexpr auto kGate = schemas::kubernetes::Feature::kRelaxedServiceNameValidation;
  return rule->rule == NameRule::kService && IsEnabled(kGate, resource.k8s_version) ? NameRule::kLabel
                                                                                    : rule->rule;
}

std::string WhyNoName(Text name, NameRule rule) {
  constexpr size_t kMostCronJob = 52;
  constexpr size_t kMostLabel = 63;
  switch (rule) {
    case NameRule::kSubdomain:
    case NameRule::kOptional:
      return GetFormatError("dns1123-subdomain", name);
    case NameRule::kLabel:
      return GetFormatError("dns1123-label", name);
    case NameRule::kService:
      return GetFormatError("dns1035-label", name);
    case NameRule::kPathSegment:
      return GetPathSegmentError(name);
    case NameRule::kKey:
      return GetFormatError("config-map-key", name);
    case NameRule::kAddress:
      return WhyNoWrittenAddress(name);
    case NameRule::kJob:
      return name.size() > kMostLabel ? "it has " + std::to_string(name.size()) +
                                            " characters, at most 63 can be the label of its pods"
                                      : GetFormatError("dns1123-subdomain", name);
    case NameRule::kCronJob:
      return name.size() > kMostCronJob
                 ? "it has " + std::to_string(name.size()) +
                       " characters, at most 52 are allowed because the names of its jobs are longer"
                 : GetFormatError("dns1123-subdomain", name);
    case NameRule::kNone:
      return {};
  }
  return {};
}

// The prefix of a generated name is validated as a name that may end in `-`, and so is the generated name:
// cut to 58 characters plus 5.
std::string WhyNoPrefix(Text prefix, NameRule rule) {
  constexpr size_t kCut = 58;
  const bool is_subdomain = rule == NameRule::kJob || rule == NameRule::kCronJob;
  const std::string why = WhyNoName(TrimTrailingDash(prefix), is_subdomain ? NameRule::kSubdomain : rule);
  return why.empty() ? WhyNoName(std::string(prefix.substr(0, kCut)) + "xxxxx", rule) : why;
}

// Whether the API server validates a `generateName` that it does not use. Source: pkg/apis/core/validation,
// ValidateObjectMetaWithOpts of Kubernetes 1.37, which validates names only.
bool ChecksPrefix(const Resource& resource) {
  return !schemas::kubernetes::IsAtLeast(resource.k8s_version, "1.37") ||
         (resource.kind != "DeviceClass" && resource.kind != "ReplicationController");
}

// The key of a name that is null, which is none.
source::Span NullName(const Resource& resource) {
  const value::Value* metadata =
      resource.written == nullptr ? nullptr : value::Find(*resource.written, "metadata");
  if (metadata != nullptr && metadata->kind == Kind::kMapping) {
    for (const value::Entry& entry : metadata->entries()) {
      if (entry.key->raw == "name" && entry.value->kind == Kind::kNull) {
        return entry.key->span;
      }
    }
  }
  return {};
}

void CheckName(const Resource& resource, const check::ValueCursor& metadata, NameRule rule,
               diag::Emitter& emit) {
  const std::optional<check::ValueCursor> name = At(metadata, "name");
  const std::optional<check::ValueCursor> prefix = At(metadata, "generateName");
  if (name && IsRecovered(*name->value)) {
    return;
  }
  const bool has_prefix = prefix && !TextOf(*prefix).empty();
  const bool is_used = !name || TextOf(*name).empty();
  const bool is_checked = has_prefix && (is_used || ChecksPrefix(resource));
  if (const std::string why = is_checked ? WhyNoPrefix(TextOf(*prefix), rule) : std::string(); !why.empty()) {
    ReportAt(emit, *prefix, kName, TextOf(*prefix), why).Emit();
  }
  if (name && !TextOf(*name).empty()) {
    if (const std::string why = WhyNoName(TextOf(*name), rule); !why.empty()) {
      ReportAt(emit, *name, kName, TextOf(*name), why).Emit();
    }
    return;
  }
  if (has_prefix) {
    return;
  }
  const bool is_wrong = (name && name->value->kind != Kind::kString) || IsRecovered(*metadata.value) ||
                        (prefix && prefix->value->kind != Kind::kString) || HasSimilarKey(metadata, "name");
  if (rule == NameRule::kNone || rule == NameRule::kOptional || is_wrong) {
    return;
  }
  diag::Path path = metadata.path();
  path.push_back(diag::PathStep::Key("name"));
  const check::ValueCursor& where = name ? *name : metadata;
  const source::Span null_name = NullName(resource);
  diag::DiagnosticBuilder builder =
      emit.Report(null_name.has_value() ? null_name : check::PlaceOf(where.key, *where.value), kNoName);
  builder.At(std::move(path));
  builder.Label(resource.kind.empty() ? "" : "the name of this " + std::string(resource.kind));
  if (!name) {
    findings::LabelTooDeep(*metadata.value, "name", builder);
  }
  builder.Hint("every resource requires a `name`, or a `generateName`").Emit();
}

void CheckAnnotations(const check::ValueCursor& annotations, diag::Emitter& emit) {
  size_t size = 0;
  ForEachEntry(annotations, [&](const check::ValueCursor& entry) {
    const std::string key = check::KeyName(*entry.key);
    const std::string why = GetFormatError("qualified-name", LowerCased(key));
    if (!why.empty()) {
      ReportAtKey(emit, entry, kAnnotation, key, why).Emit();
    }
    size += key.size() + TextOf(entry).size();
  });
  if (size > kMostAnnotations) {
    ReportAt(emit, annotations, kLongAnnotations, size).Emit();
  }
}

// One that Kubernetes has, or one with a domain.
bool IsFinalizer(Text name) {
  return name.empty() || name.find('/') != Text::npos || name == "kubernetes" || name == "orphan" ||
         name == "foregroundDeletion";
}

// Whether the group of a built-in kind is validated without the list of finalizers of Kubernetes.
bool AllowsAnyFinalizer(const Resource& resource) {
  constexpr Text kGroups[] = {"admissionregistration.k8s.io/", "coordination.k8s.io/", "node.k8s.io/",
                              "policy/"};
  return std::any_of(std::begin(kGroups), std::end(kGroups),
                     [&](Text group) { return resource.api_version.starts_with(group); });
}

// Whether the API server keeps the `generation` of a new object; for other kinds it begins with 1. Source:
// the strategies of pkg/registry.
bool KeepsGeneration(const Resource& resource) {
  constexpr Text kGroups[] = {"certificates.k8s.io/", "coordination.k8s.io/", "node.k8s.io/",
                              "rbac.authorization.k8s.io/", "storage.k8s.io/"};
  constexpr Text kReset[] = {"Pod", "PodTemplate", "ReplicationController"};
  return (resource.api_version == "v1" &&
          std::find(std::begin(kReset), std::end(kReset), resource.kind) == std::end(kReset)) ||
         resource.kind.starts_with("ResourceClaim") ||
         std::any_of(std::begin(kGroups), std::end(kGroups),
                     [&](Text group) { return resource.api_version.starts_with(group); });
}

void CheckNamespace(const check::ValueCursor& metadata, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> name = At(metadata, "namespace");
  const Text text = name && !IsRecovered(*name->value) ? TextOf(*name) : Text();
  const std::string why = text.empty() ? std::string() : GetFormatError("dns1123-label", text);
  if (!why.empty()) {
    ReportAt(emit, *name, kNamespace, text, why).Emit();
  }
}

}  // namespace

bool IsNamespaced(Text kind) {
  return !HasWord(kOfCluster, kind);
}

void CheckLabels(const check::ValueCursor& labels, diag::Emitter& emit) {
  ForEachEntry(labels, [&](const check::ValueCursor& entry) {
    const std::string key = check::KeyName(*entry.key);
    std::string why = GetFormatError("qualified-name", key);
    if (!why.empty()) {
      ReportAtKey(emit, entry, kLabelKey, key, why).Emit();
    }
    why = GetFormatError("label-value", TextOf(entry));
    if (!why.empty()) {
      ReportAt(emit, entry, kLabelValue, TextOf(entry), why).Emit();
    }
  });
}

void CheckTemplateMetadata(const check::ValueCursor& metadata, diag::Emitter& emit) {
  if (const std::optional<check::ValueCursor> labels = At(metadata, "labels")) {
    CheckLabels(*labels, emit);
  }
  if (const std::optional<check::ValueCursor> annotations = At(metadata, "annotations")) {
    CheckAnnotations(*annotations, emit);
  }
}

void CheckClaimMetadata(const check::ValueCursor& metadata, diag::Emitter& emit) {
  CheckTemplateMetadata(metadata, emit);
  ForEachEntry(metadata, [&](const check::ValueCursor& entry) {
    const Text key = entry.key->raw;
    const value::Value& set = *entry.value;
    const bool is_empty = set.kind == value::Kind::kNull ||
                          (set.kind == value::Kind::kString && set.raw.empty()) ||
                          (key == "generation" && set.kind == value::Kind::kInt && set.integer == 0);
    if (!is_empty && key != "labels" && key != "annotations") {
      ReportAtKey(emit, entry, kOfClaim, key).Emit();
    }
  });
}

void CheckEmbeddedMetadata(const check::ValueCursor& metadata, diag::Emitter& emit) {
  CheckTemplateMetadata(metadata, emit);
  CheckNamespace(metadata, emit);
}

void CheckMetadata(const Resource& resource, bool is_builtin, diag::Emitter& emit) {
  const NameRule rule = RuleFor(resource, is_builtin);
  const std::optional<check::ValueCursor> metadata = At(resource.at, "metadata");
  if (!metadata) {
    if (rule != NameRule::kNone && rule != NameRule::kOptional && !IsRecovered(*resource.at.value) &&
        !HasSimilarKey(resource.at, "metadata")) {
      emit.Report(check::PlaceOf(resource.at.key, *resource.at.value), kNoName)
          .At({diag::PathStep::Key("metadata"), diag::PathStep::Key("name")})
          .Label("`metadata` is missing in this map")
          .Hint("every resource requires `metadata` with a `name`, or a `generateName`")
          .Emit();
    }
    return;
  }
  if (metadata->value->kind != Kind::kMapping) {
    return;
  }
  CheckName(resource, *metadata, rule, emit);
  if (resource.is_namespaced) {
    CheckNamespace(*metadata, emit);
  }
  CheckTemplateMetadata(*metadata, emit);
  CheckOwners(*metadata, emit);
  const std::optional<check::ValueCursor> generation = At(*metadata, "generation");
  if (generation && generation->value->kind == Kind::kInt && generation->value->integer < 0 && is_builtin &&
      KeepsGeneration(resource)) {
    ReportAt(emit, *generation, kGeneration).Emit();
  }
  std::optional<source::Span> orphan, foreground;
  ForEachItemOf(*metadata, "finalizers", [&](const check::ValueCursor& item) {
    orphan = TextOf(item) == "orphan" ? std::optional(item.value->span) : orphan;
    foreground = TextOf(item) == "foregroundDeletion" ? std::optional(item.value->span) : foreground;
    std::string why = item.value->kind == Kind::kString ? GetFormatError("qualified-name", TextOf(item)) : "";
    if (why.empty() && is_builtin && !AllowsAnyFinalizer(resource) && !IsFinalizer(TextOf(item))) {
      why = "it requires a domain: `example.com/name`";
    }
    if (!why.empty()) {
      ReportAt(emit, item, kFinalizer, TextOf(item), why).Emit();
    }
  });
  if (orphan && foreground) {
    ReportAt(emit, *At(*metadata, "finalizers"), kTwoFinalizers).Related(*orphan, "one of them").Emit();
  }
}

}  // namespace kval::kubernetes
