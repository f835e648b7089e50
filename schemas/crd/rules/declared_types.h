#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schemas/crd/rules/schema_node.h"
#include "src/lang/cel/type.h"

namespace kval::schemas::crd::rules {

// The types of CEL that schemas declare. A schema is read when a rule names what it is the type of, so that a
// rule about one field of a large schema costs little. Source: apiserver, pkg/cel/common/schemas.go,
// SchemaDeclType.
class DeclaredTypes {
 public:
  explicit DeclaredTypes(cel::TypeArena& types);
  ~DeclaredTypes();

  // Null when rules cannot speak of such values: nothing says what they are.
  const cel::Type* Of(SchemaNode schema);

 private:
  class Properties;
  const cel::Type* Make(SchemaNode schema);

  cel::TypeArena& types_;
  std::map<std::pair<const value::Value*, bool>, const cel::Type*> known_;
  std::vector<std::unique_ptr<Properties>> properties_;
};

// `metadata` of a resource, in rules.
inline constexpr std::string_view kMetadataFields[] = {"name", "generateName"};

}  // namespace kval::schemas::crd::rules
