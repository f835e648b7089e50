#include "src/kubernetes/hints.h"

#include <string_view>

namespace kval::kubernetes {
namespace {

using Text = std::string_view;

struct MovedField {
  Text kind, key, remedy;
};

// Fields of removed API versions. Source: https://kubernetes.io/docs/reference/using-api/deprecation-guide
constexpr MovedField kMoved[] = {
    {"Ingress", "serviceName", "networking.k8s.io/v1 uses `service.name`"},
    {"Ingress", "servicePort", "networking.k8s.io/v1 uses `service.port.number` or `service.port.name`"},
    {"Ingress", "backend", "networking.k8s.io/v1 uses `defaultBackend`"},
    {"HorizontalPodAutoscaler", "targetCPUUtilizationPercentage",
     "autoscaling/v2 uses `metrics` with an item of type Resource and `averageUtilization`"},
    {"HorizontalPodAutoscaler", "targetAverageUtilization",
     "autoscaling/v2 uses `target: {type: Utilization, averageUtilization: …}`"},
    {"HorizontalPodAutoscaler", "targetAverageValue",
     "autoscaling/v2 uses `target: {type: AverageValue, averageValue: …}`"},
    {"CustomResourceDefinition", "validation", "apiextensions.k8s.io/v1 uses `versions[].schema`"},
    {"CustomResourceDefinition", "version", "apiextensions.k8s.io/v1 uses `versions`"},
    {"CustomResourceDefinition", "subresources", "apiextensions.k8s.io/v1 uses `versions[].subresources`"},
    {"CustomResourceDefinition", "additionalPrinterColumns",
     "apiextensions.k8s.io/v1 uses `versions[].additionalPrinterColumns`"},
    {"CustomResourceDefinition", "JSONPath", "apiextensions.k8s.io/v1 uses `jsonPath`"},
    {"EndpointSlice", "topology", "discovery.k8s.io/v1 uses `nodeName` and `zone`"},
    {"RuntimeClass", "runtimeHandler", "node.k8s.io/v1 uses `handler` at the top level"},
    {"Event", "count", "events.k8s.io/v1 uses `series.count` or `deprecatedCount`"},
};

}  // namespace

std::string GetHint(const Resource& resource, const diag::Diagnostic& finding) {
  if (finding.path.empty()) {
    return {};
  }
  const bool is_of_data = finding.path.size() == 2 && finding.path[0].key == "data";
  if (finding.kind == diag::Kind::kFormat && resource.kind == "Secret" && is_of_data) {
    return "put plain text under `stringData`, or encode the value as base64";
  }
  if (finding.kind == diag::Kind::kUnknownKey) {
    for (const MovedField& moved : kMoved) {
      if (moved.kind == resource.kind && moved.key == finding.path.back().key) {
        return std::string(moved.remedy);
      }
    }
  }
  return {};
}

bool IsOverwritten(const Resource& resource, const diag::Path& path) {
  constexpr size_t kDepth = 4;
  return resource.kind == "StatefulSet" && path.size() == kDepth && path[1].key == "template" &&
         (path.back().key == "hostname" || path.back().key == "subdomain");
}

}  // namespace kval::kubernetes
