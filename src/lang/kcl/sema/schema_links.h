#pragma once

#include "src/lang/kcl/sema/components.h"

namespace kval::kcl::sema {

// Resolves the headers of schemas and rules: names, bases and mixins.
class SchemaLinks : private Components {
 public:
  explicit SchemaLinks(const Components& components) : Components(components) {}

  // Finds the base, the protocol and the mixins of a schema.
  void LinkSchema(Schema& schema);
  // The same for a rule.
  void LinkRule(Schema& schema);

 private:
  const Schema* ResolveSchemaRef(const SchemaRef& ref, const Type*& type);
  const Schema* LinkProtocol(const SchemaRef& ref);
  void CheckSchemaName(const Schema& schema);
};

}  // namespace kval::kcl::sema
