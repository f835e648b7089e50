#include "src/helm/render/manifests.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

#include "src/helm/functions/unicode.h"
#include "src/helm/render/split_manifests.h"

namespace kval::helm::render {
namespace {

constexpr std::string_view kInstallOrder[] = {
    "PriorityClass",
    "Namespace",
    "NetworkPolicy",
    "ResourceQuota",
    "LimitRange",
    "PodSecurityPolicy",
    "PodDisruptionBudget",
    "ServiceAccount",
    "Secret",
    "SecretList",
    "ConfigMap",
    "StorageClass",
    "PersistentVolume",
    "PersistentVolumeClaim",
    "CustomResourceDefinition",
    "ClusterRole",
    "ClusterRoleList",
    "ClusterRoleBinding",
    "ClusterRoleBindingList",
    "Role",
    "RoleList",
    "RoleBinding",
    "RoleBindingList",
    "Service",
    "DaemonSet",
    "Pod",
    "ReplicationController",
    "ReplicaSet",
    "Deployment",
    "HorizontalPodAutoscaler",
    "StatefulSet",
    "Job",
    "CronJob",
    "IngressClass",
    "Ingress",
    "APIService",
    // Helm 4 only.
    "MutatingWebhookConfiguration",
    "ValidatingWebhookConfiguration",
};
constexpr size_t kHelm4Kinds = 2;

constexpr std::string_view kEvents[] = {
    "pre-install",  "post-install", "pre-delete",    "post-delete", "pre-upgrade",
    "post-upgrade", "pre-rollback", "post-rollback", "test",
};

// Unknown kinds come last.
size_t RankOf(std::string_view kind, Version helm) {
  const auto end = std::end(kInstallOrder) - (helm == Version::kHelm3 ? kHelm4Kinds : 0);
  const auto found = std::find(std::begin(kInstallOrder), end, kind);
  return found == end ? std::size(kInstallOrder) : static_cast<size_t>(found - std::begin(kInstallOrder));
}

void SortByKind(std::vector<Manifest>& manifests, Version helm) {
  std::stable_sort(manifests.begin(), manifests.end(), [&](const Manifest& a, const Manifest& b) {
    const size_t rank_a = RankOf(a.kind, helm);
    const size_t rank_b = RankOf(b.kind, helm);
    const bool are_unknown = rank_a == std::size(kInstallOrder) && rank_a == rank_b;
    return are_unknown ? a.kind < b.kind : rank_a < rank_b;
  });
}

// Returns nullopt if one of them is unknown.
std::optional<std::vector<std::string>> EventsOf(std::string_view hooks) {
  std::vector<std::string> events;
  while (true) {
    const size_t comma = hooks.find(',');
    std::string event(functions::TrimmedSpace(hooks.substr(0, comma)));
    std::transform(event.begin(), event.end(), event.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | ' ') : c; });
    event = event == "test-success" ? "test" : event;
    if (std::find(std::begin(kEvents), std::end(kEvents), event) == std::end(kEvents)) {
      return std::nullopt;
    }
    events.push_back(std::move(event));
    if (comma == std::string_view::npos) {
      return events;
    }
    hooks.remove_prefix(comma + 1);
  }
}

void AddManifest(const RenderedFile& file, std::string_view content, HelmContext& context,
                 SortedManifests& out) {
  HeadError error;
  const std::optional<ManifestHead> head = ReadHead(content, context.limits, error);
  Manifest manifest{&file, content, {}, {}, {}};
  if (!head) {
    out.invalid.push_back({std::move(manifest), std::move(error)});
    return;
  }
  manifest.api_version = head->api_version;
  manifest.kind = head->kind;
  if (!head->hooks) {
    out.manifests.push_back(std::move(manifest));
  } else if (std::optional<std::vector<std::string>> events = EventsOf(*head->hooks)) {
    manifest.events = *std::move(events);
    out.hooks.push_back(std::move(manifest));
  }
}

}  // namespace

bool Manifest::is_test() const {
  return std::find(events.begin(), events.end(), "test") != events.end();
}

SortedManifests SortManifests(const std::vector<RenderedFile>& files, HelmContext& context) {
  SortedManifests sorted;
  for (const RenderedFile& file : files) {
    if (functions::TrimmedSpace(file.text).empty()) {
      continue;
    }
    for (const std::string_view content : SplitManifests(file.text, context.version)) {
      AddManifest(file, content, context, sorted);
    }
  }
  SortByKind(sorted.manifests, context.version);
  SortByKind(sorted.hooks, context.version);
  return sorted;
}

}  // namespace kval::helm::render
