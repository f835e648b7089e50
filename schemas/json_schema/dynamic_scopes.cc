#include "schemas/json_schema/dynamic_scopes.h"

#include <utility>

namespace kval::schemas::json_schema {

DynamicScopes::DynamicScopes() : scopes_(1), ids_{{Anchors(), ScopeId{0}}} {}

ScopeId DynamicScopes::Enter(ScopeId scope, const SchemaResource& resource, ResourceId id) {
  Anchors entered = scopes_[static_cast<size_t>(scope.index)];
  bool is_larger = false;
  for (const auto& [name, schema] : resource.dynamic_anchors) {
    is_larger = entered.try_emplace(name, id.index).second || is_larger;
  }
  if (!is_larger) {
    return scope;
  }
  const auto [known, is_new] = ids_.try_emplace(entered, ScopeId{static_cast<int32_t>(scopes_.size())});
  if (is_new) {
    scopes_.push_back(std::move(entered));
  }
  return known->second;
}

std::optional<ResourceId> DynamicScopes::Outermost(ScopeId scope, std::string_view anchor) const {
  const Anchors& anchors = scopes_[static_cast<size_t>(scope.index)];
  const auto found = anchors.find(anchor);
  return found == anchors.end() ? std::nullopt : std::optional(ResourceId{found->second});
}

}  // namespace kval::schemas::json_schema
