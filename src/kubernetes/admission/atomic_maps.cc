#include "src/kubernetes/admission/atomic_maps.h"

#include <algorithm>
#include <iterator>

#include "schemas/kubernetes/type_description.h"
#include "src/support/word_list.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;

constexpr Text kTypes =
    "ConfigMapKeySelector CrossVersionObjectReference EndpointAddress EndpointPort EvictionResponder "
    "FileKeySelector LabelSelector LocalObjectReference MatchResources NamedRuleWithOperations "
    "NodeSelector NodeSelectorTerm ObjectFieldSelector ObjectReference OwnerReference ParamKind "
    "ParamRef Requester ResourceFieldSelector RoleRef ScopeSelector SecretKeySelector SecretReference "
    "ServiceBackendPort Subject TargetResponder TopologySelectorTerm TypedLocalObjectReference Variable";

}  // namespace

bool IsAtomicMap(const schemas::kubernetes::ApiTable& table, Text api_version, Text kind,
                 const diag::Path& path, size_t version) {
  if (path.empty()) {
    return false;
  }
  const auto found = schemas::kubernetes::FieldAt(table, api_version, kind, path, version);
  // FieldAt returns the deepest field on the path; this one must be the last.
  const auto key =
      std::find_if(path.rbegin(), path.rend(), [](const diag::PathStep& step) { return step.index < 0; });
  if (!found || key == path.rend() || !found->name.ends_with("." + key->key)) {
    return false;
  }
  if (key->key == "nodeSelector" || key->key == "selector") {
    return found->field.type.starts_with("map[") || found->field.type == "LabelSelector" ||
           found->field.type == "NodeSelector" || found->field.type == "ScopeSelector";
  }
  Text type = found->field.type;
  const bool is_item = path.back().index >= 0;
  type.remove_prefix(is_item && type.starts_with("[]") ? 2 : 0);
  return HasWord(kTypes, type);
}

}  // namespace kval::kubernetes
