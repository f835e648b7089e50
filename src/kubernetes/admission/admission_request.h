#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "src/kubernetes/catalog.h"
#include "src/kubernetes/resource.h"
#include "src/value/value.h"

namespace kval::kubernetes {

class PolicyReferences;

// What a request does with an object. The values are positions in kOperationNames.
enum class Operation : uint8_t { kCreate, kUpdate, kDelete };
inline constexpr std::string_view kOperationNames[] = {"CREATE", "UPDATE", "DELETE"};

inline std::string_view NameOf(Operation operation) {
  return kOperationNames[static_cast<size_t>(operation)];
}

// A request to create, update or delete an object, as admission sees it.
struct AdmissionRequest {
  Operation operation = Operation::kCreate;
  uint32_t minor = 0;  // of the version of Kubernetes
  std::string_view group, version, kind;
  std::string resource;   // its plural: `deployments`
  std::string_view name;  // empty if the API server generates it
  std::string_view
      namespace_name;  // of a Namespace its own name; empty for other objects without a namespace
  const value::Value* user_info = nullptr;   // null if the user is not known
  const value::Value* object = nullptr;      // null for a deletion
  const value::Value* old_object = nullptr;  // null for a creation
  bool is_old_known = true;                  // false: only in another version
  // The Namespace of the object; of a Namespace the object itself; null for other objects without a
  // namespace.
  const value::Value* namespace_object = nullptr;
  const PolicyReferences* cluster = nullptr;  // the other objects; null if they are not known
  bool is_namespace_known = true;             // false: only the name of the namespace is known
  // Whether the API server serves the kind in another version of its group, to which it converts the object.
  std::function<bool(std::string_view version)> serves;

  // The object of the request; the old one for a deletion.
  const value::Value& subject() const { return object != nullptr ? *object : *old_object; }
  bool is_namespace() const { return group.empty() && resource == "namespaces"; }
};

inline constexpr std::string_view kNamespaceNameLabel = "kubernetes.io/metadata.name";

// Returns the request that creates an object, without its namespace object. `catalog` and the values of
// `resource` must outlive it. `version` is the number of the Kubernetes version.
AdmissionRequest MakeRequest(const Resource& resource, const Catalog& catalog, size_t version);

// Returns the resource of a kind that no definition names: `networkpolicies` for `NetworkPolicy`.
std::string PluralOf(std::string_view kind);

// Returns the namespace that an object is created in; `default` if it names none.
std::string_view NamespaceOf(const value::Value& object);

}  // namespace kval::kubernetes
