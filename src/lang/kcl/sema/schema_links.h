#pragma once

#include "src/lang/kcl/sema/attributes.h"
#include "src/lang/kcl/sema/context.h"
#include "src/lang/kcl/sema/name_resolver.h"

namespace kval::kcl::sema {

// Resolves the headers of schemas and rules: names, bases and mixins.
class SchemaLinks {
 public:
  SchemaLinks(Context& context, NameResolver& names, Attributes& attributes)
      : context_(context),
        names_(names),
        attributes_(attributes),
        types_(context.types),
        diagnostics_(context.diagnostics) {}

  // Finds the base, the protocol and the mixins of a schema.
  void LinkSchema(Schema& schema);
  // The same for a rule.
  void LinkRule(Schema& schema);

 private:
  const Schema* ResolveSchemaRef(const SchemaRef& ref, const Type*& type);
  const Schema* LinkProtocol(const SchemaRef& ref);
  void CheckSchemaName(const Schema& schema);

  Context& context_;
  NameResolver& names_;
  Attributes& attributes_;
  TypeTable& types_;
  Diagnostics& diagnostics_;
};

}  // namespace kval::kcl::sema
