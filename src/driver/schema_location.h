#pragma once

#include <string>
#include <string_view>

namespace kval::driver {

// The kind of a resource, as names of schema files have it.
struct SchemaName {
  std::string_view api_version, kind;
  std::string_view k8s_version;  // `1.30`
};

// Where kubeconform would look for the schema of a kind (`-schema-location`): a folder in the layout of
// kubernetes-json-schema, or a path with `{{ .Group }}`, `{{ .ResourceKind }}`, `{{ .ResourceAPIVersion }}`,
// `{{ .KindSuffix }}`, `{{ .NormalizedKubernetesVersion }}` and `{{ .StrictSuffix }}` in it. Empty for a
// location with another variable.
std::string SchemaPath(std::string_view location, const SchemaName& name);

}  // namespace kval::driver
