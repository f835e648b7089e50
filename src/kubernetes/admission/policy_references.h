#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/kubernetes/admission/admission_request.h"
#include "src/kubernetes/admission/policy.h"
#include "src/kubernetes/admission/policy_binding.h"
#include "src/kubernetes/catalog.h"
#include "src/support/arena.h"
#include "src/support/keyed_hash.h"
#include "src/value/value.h"

namespace kval::kubernetes {

// The objects of a run that policies refer to: namespaces and parameters. Filled first, then only read, by
// any number of threads. Documents must outlive it.
class PolicyReferences {
 public:
  // Adds a kind of parameters.
  void AddParamKind(const value::Value& param_kind);
  // Keeps all objects for FindObjects.
  void KeepObjects() { keeps_objects_ = true; }
  // States that there are no objects but those that are added, as in tests.
  void SetComplete() { is_complete_ = true; }
  bool is_complete() const { return is_complete_; }
  // Whether a text may hold a namespace or parameters.
  bool MayBeIn(std::string_view text) const;
  // Adds an object if policies may refer to it.
  void Add(const value::Value& object);

  // Adds a Namespace; `apiVersion` and `kind` need not be set.
  void AddNamespace(const value::Value& object);

  // Completes a request with the other objects and with its namespace, which is created in `arena` if only
  // its name is known.
  void SetNamespace(AdmissionRequest& request, Arena& arena) const;

  // The objects of a resource (`v1`, `configmaps`) in a namespace; empty for all namespaces.
  struct ObjectScope {
    std::string_view api_version, resource, namespace_name;
  };
  using Objects = std::span<const value::Value* const>;
  // Returns the objects of a scope, of those with a name, or of those with a label (`key=value`), in the
  // order of Add. Valid until the next call of Add. Cost: one look-up.
  Objects FindObjects(const ObjectScope& scope) const;
  Objects FindNamed(const ObjectScope& scope, std::string_view name) const;
  Objects FindLabelled(const ObjectScope& scope, std::string_view label) const;
  size_t object_count() const { return object_count_; }

  struct FoundParams {
    std::vector<const value::Value*> values;
    std::string_view problem;  // why the binding denies every request; empty if it does not
  };
  // Returns the parameters that a binding refers to; one null pointer if the policy or the binding uses none.
  // Source: apiserver, pkg/admission/plugin/policy/generic, CollectParams.
  FoundParams FindParams(const AdmissionPolicy& policy, const PolicyBinding& binding,
                         const AdmissionRequest& request, const Catalog& catalog) const;

 private:
  std::map<std::string_view, const value::Value*> namespaces_;                   // by name
  std::map<std::string, std::vector<const value::Value*>, std::less<>> params_;  // by `apiVersion/Kind`
  // By the scope, without and with a name or a label.
  TextMap<std::string, std::vector<const value::Value*>> objects_;

  void Index(const ObjectScope& scope, const value::Value& object);
  Objects Look(const std::string& key) const;
  size_t object_count_ = 0;
  bool keeps_objects_ = false;
  bool is_complete_ = false;
};

// Returns the Namespace with the label for its name, which the API server sets.
const value::Value* WithNameLabel(const value::Value& namespace_object, Arena& arena);

}  // namespace kval::kubernetes
