#include "schemas/kubernetes/short_names.h"

#include <algorithm>
#include <array>

namespace kval::schemas::kubernetes {
namespace {

struct ShortName {
  std::string_view name, kind;
};

// In alphabetical order.
constexpr std::array<ShortName, 29> kShortNames = {{
    {"cj", "CronJob"},
    {"cm", "ConfigMap"},
    {"crd", "CustomResourceDefinition"},
    {"crds", "CustomResourceDefinition"},
    {"cs", "ComponentStatus"},
    {"csr", "CertificateSigningRequest"},
    {"deploy", "Deployment"},
    {"ds", "DaemonSet"},
    {"ep", "Endpoints"},
    {"ev", "Event"},
    {"hpa", "HorizontalPodAutoscaler"},
    {"ing", "Ingress"},
    {"ip", "IPAddress"},
    {"limits", "LimitRange"},
    {"netpol", "NetworkPolicy"},
    {"no", "Node"},
    {"ns", "Namespace"},
    {"pc", "PriorityClass"},
    {"pdb", "PodDisruptionBudget"},
    {"po", "Pod"},
    {"pv", "PersistentVolume"},
    {"pvc", "PersistentVolumeClaim"},
    {"quota", "ResourceQuota"},
    {"rc", "ReplicationController"},
    {"rs", "ReplicaSet"},
    {"sa", "ServiceAccount"},
    {"sc", "StorageClass"},
    {"sts", "StatefulSet"},
    {"svc", "Service"},
}};

}  // namespace

std::string_view KindOfShortName(std::string_view name) {
  const auto found =
      std::lower_bound(kShortNames.begin(), kShortNames.end(), name,
                       [](const ShortName& row, std::string_view key) { return row.name < key; });
  return found != kShortNames.end() && found->name == name ? found->kind : std::string_view();
}

}  // namespace kval::schemas::kubernetes
