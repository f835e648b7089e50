#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "schemas/json_schema/schema_resources.h"
#include "src/support/id.h"

namespace kval::schemas::json_schema {

using ScopeId = Id<struct ScopeTag>;

// The dynamic anchors in scope on the paths to schemas. Paths with the same anchors of the same resources
// share a scope, so that a schema is converted once for all of them.
//
// Source: JSON Schema 2020-12, core, 8.2.3.2: the outermost resource with the anchor applies.
class DynamicScopes {
 public:
  DynamicScopes();

  // The scope before any resource is entered.
  ScopeId empty() const { return ScopeId{0}; }
  // Returns the scope after entering a resource from `scope`.
  ScopeId Enter(ScopeId scope, const SchemaResource& resource, ResourceId id);
  // Returns the outermost resource with the anchor, or nullopt.
  std::optional<ResourceId> Outermost(ScopeId scope, std::string_view anchor) const;

 private:
  using Anchors = std::map<std::string, int32_t, std::less<>>;  // the index of the resource for each anchor

  std::vector<Anchors> scopes_;
  std::map<Anchors, ScopeId> ids_;
};

}  // namespace kval::schemas::json_schema
