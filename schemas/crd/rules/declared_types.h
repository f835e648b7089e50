#pragma once

#include <map>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "schemas/crd/rules/schema_node.h"
#include "src/lang/cel/type.h"

namespace kval::schemas::crd::rules {

// The CEL types of schemas. Created on first use, so that a rule about one field of a large schema is cheap.
// Source: apiserver, pkg/cel/common/schemas.go, SchemaDeclType.
class DeclaredTypes {
 public:
  explicit DeclaredTypes(cel::TypeArena& types);
  ~DeclaredTypes();

  // Returns null if rules cannot use the values because their type is not declared.
  const cel::Type* Of(SchemaNode schema);

 private:
  class Properties;
  const cel::Type* Make(SchemaNode schema);

  cel::TypeArena& types_;
  std::map<std::pair<const value::Value*, bool>, const cel::Type*> known_;
  std::vector<std::unique_ptr<Properties>> properties_;
};

// The fields of a resource's `metadata` that rules can read.
inline constexpr std::string_view kMetadataFields[] = {"name", "generateName"};

}  // namespace kval::schemas::crd::rules
