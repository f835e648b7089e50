#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "schemas/json_schema/resources.h"
#include "src/support/id.h"

namespace kval::schemas::json_schema {

using ScopeId = Id<struct ScopeTag>;

// The dynamic anchors in scope on the paths that lead to schemas. Paths with the same anchors of the same
// resources share a scope, so that a schema is lowered once for all of them.
//
// Source: JSON Schema 2020-12, core, 8.2.3.2: the outermost resource with the anchor applies.
class DynamicScopes {
 public:
  DynamicScopes();

  // Where no resource was entered yet.
  ScopeId empty() const { return ScopeId{0}; }
  // The scope behind a step from `scope` into a resource.
  ScopeId Enter(ScopeId scope, const Resource& resource, ResourceId id);
  // The outermost resource that has the anchor, if one has.
  std::optional<ResourceId> Outermost(ScopeId scope, std::string_view anchor) const;

 private:
  using Anchors = std::map<std::string, int32_t, std::less<>>;  // each with the index of its resource

  std::vector<Anchors> scopes_;
  std::map<Anchors, ScopeId> ids_;
};

}  // namespace kval::schemas::json_schema
