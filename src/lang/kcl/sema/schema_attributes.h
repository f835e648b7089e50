#pragma once

#include <unordered_map>

#include "src/lang/kcl/sema/components.h"

namespace kval::kcl::sema {

// Checks the declarations in schemas: parameters, the index signature, attributes, and their compatibility
// with bases.
class SchemaAttributes : private Components {
 public:
  explicit SchemaAttributes(const Components& components) : Components(components) {}

  // The parameters, the index signature and the attributes of a schema.
  void BuildSchema(Schema& schema);
  // Call after BuildSchema of all schemas of the package: compares attributes with earlier ones of the same
  // name, in the schema and in its bases. Later declarations of a name only add a default.
  void CheckAttributes(Schema& schema);

 private:
  void BuildIndexSignature(Schema& schema);
  void BuildAttribute(Schema& schema, const Stmt* stmt);
  void InheritRelaxation(Schema& schema);
  const Schema* FindNearestRelaxed(const Schema* schema);
  void CheckAttributeRules(const Schema& schema, const Attribute& attribute, const Attribute* earlier,
                           const Attribute* inherited);

  std::unordered_map<const Schema*, const Schema*> relaxed_;  // what FindNearestRelaxed found; null: none
};

}  // namespace kval::kcl::sema
