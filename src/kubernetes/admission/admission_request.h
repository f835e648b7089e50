#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "src/kubernetes/catalog.h"
#include "src/kubernetes/resource.h"
#include "src/value/value.h"

namespace kval::kubernetes {

// The creation of an object, as admission sees it.
struct AdmissionRequest {
  std::string_view group, version, kind;
  std::string resource;   // its plural: `deployments`
  std::string_view name;  // empty if the API server generates it
  std::string_view
      namespace_name;  // of a Namespace its own name; empty for other objects without a namespace
  const value::Value* object = nullptr;
  // The Namespace of the object; of a Namespace the object itself; null for other objects without a
  // namespace.
  const value::Value* namespace_object = nullptr;
  bool is_namespace_known = true;  // false: only the name of the namespace is known
  // Whether the API server serves the kind in another version of its group, to which it converts the object.
  std::function<bool(std::string_view version)> serves;

  bool is_namespace() const { return group.empty() && resource == "namespaces"; }
};

inline constexpr std::string_view kNamespaceNameLabel = "kubernetes.io/metadata.name";
inline constexpr std::string_view kOperation = "CREATE";

// Returns the request that creates an object, without its namespace object. `catalog` and the values of
// `resource` must outlive it. `version` is the number of the Kubernetes version.
AdmissionRequest MakeRequest(const Resource& resource, const Catalog& catalog, size_t version);

// Returns the namespace that an object is created in; `default` if it names none.
std::string_view NamespaceOf(const value::Value& object);

}  // namespace kval::kubernetes
