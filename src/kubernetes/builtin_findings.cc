#include "src/kubernetes/builtin_findings.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "schemas/kubernetes/type_description.h"
#include "src/diag/path.h"

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

// Returns how to fix a finding of the schema of a built-in kind: a field that a later API version renamed or
// moved, plain text in the `data` of a Secret. Empty if there is no known fix.
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

// Whether the server sets the field itself, whatever the manifest has: the host names of a StatefulSet's
// pods.
bool IsOverwritten(const Resource& resource, const diag::Path& path) {
  constexpr size_t kDepth = 4;
  return resource.kind == "StatefulSet" && path.size() == kDepth && path[1].key == "template" &&
         (path.back().key == "hostname" || path.back().key == "subdomain");
}

bool IsOneOf(Text key, std::initializer_list<Text> keys) {
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

// Whether a path of a CustomResourceDefinition is inside a union of a schema and something else: `items`,
// `additionalProperties` and similar. The API server decodes these itself and ignores unknown keys
// (apiextensions-apiserver, pkg/apis/apiextensions/v1/marshal.go).
bool IsDroppedInSilence(const diag::Path& path) {
  const auto root = std::find_if(path.begin(), path.end(), [](const diag::PathStep& step) {
    return step.index < 0 && step.key == "openAPIV3Schema";
  });
  // Each turn begins behind the key or the number that leads to a schema.
  for (auto at = root == path.end() ? root : root + 1; at != path.end(); ++at) {
    if (at->index >= 0) {
      continue;
    }
    const bool has_name = IsOneOf(at->key, {"properties", "patternProperties", "definitions"});
    if (IsOneOf(at->key, {"items", "additionalItems", "additionalProperties", "dependencies"})) {
      return at + 1 != path.end();
    }
    if (!has_name && !IsOneOf(at->key, {"allOf", "anyOf", "oneOf", "not"})) {
      return false;
    }
    at += has_name && at + 1 != path.end() ? 1 : 0;
  }
  return false;
}

// Of the resource, or of a claim that it makes.
bool IsOfStatus(const diag::Path& path) {
  constexpr size_t kOfClaim = 3;
  return (!path.empty() && path.front().key == "status") ||
         (path.size() > kOfClaim && path[1].key == "volumeClaimTemplates" && path[kOfClaim].key == "status");
}

}  // namespace

bool OfBuiltinKind::operator()(diag::Diagnostic& finding) const {
  // The API server decodes a status without validation, and usually replaces it.
  const bool is_free = finding.kind == diag::Kind::kMissingRequired || finding.kind == diag::Kind::kOneOf;
  if (is_free && IsOfStatus(finding.path)) {
    return false;
  }
  if (finding.kind == diag::Kind::kFormat && IsOverwritten(resource, finding.path)) {
    return false;
  }
  if (finding.kind == diag::Kind::kUnknownKey && resource.kind == "CustomResourceDefinition" &&
      IsDroppedInSilence(finding.path)) {
    finding.severity = diag::Severity::kWarning;
    finding.notes.emplace_back(
        "below `items` and `additionalProperties` the API server silently drops such a key");
  }
  if (diag::IsSchemaViolation(finding.kind) && finding.has_path) {
    const auto place =
        schemas::kubernetes::FieldAt(table, resource.api_version, resource.kind, finding.path, version);
    if (place) {
      finding.notes.push_back(place->name + " (" + std::string(resource.api_version) + ") has the type <" +
                              place->field.type + ">; `kval explain " + place->name + "` describes it");
    }
  }
  if (finding.hint.empty()) {
    finding.hint = GetHint(resource, finding);
  }
  return true;
}

}  // namespace kval::kubernetes
