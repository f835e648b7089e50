#pragma once

#include <span>

#include "src/lang/kcl/sema/assignability.h"
#include "src/lang/kcl/sema/context.h"
#include "src/lang/kcl/sema/expectations.h"
#include "src/lang/kcl/sema/name_resolver.h"
#include "src/lang/kcl/sema/operations.h"
#include "src/lang/kcl/sema/parameters.h"
#include "src/lang/kcl/sema/scopes.h"
#include "src/lang/kcl/sema/walker.h"

namespace kval::kcl::sema {

// The statements and the check lines of schemas and rules.
class SchemaBodies {
 public:
  SchemaBodies(Walker& walker, Context& context, Scopes& scopes, Expectations& expectations,
               NameResolver& names, Assignability& assignability, Operations& operations,
               Parameters& parameters)
      : walker_(walker),
        context_(context),
        scopes_(scopes),
        expectations_(expectations),
        names_(names),
        assignability_(assignability),
        operations_(operations),
        parameters_(parameters),
        types_(context.types),
        diagnostics_(context.diagnostics) {}

  void WalkSchema(const Stmt* stmt);
  void WalkAttribute(const AttributeStmt& stmt);

 private:
  void CheckUniqueKey(const Name& name);
  void WalkCheckLines(std::span<const CheckLine> lines);

  Walker& walker_;
  Context& context_;
  Scopes& scopes_;
  Expectations& expectations_;
  NameResolver& names_;
  Assignability& assignability_;
  Operations& operations_;
  Parameters& parameters_;
  TypeTable& types_;
  Diagnostics& diagnostics_;
};

}  // namespace kval::kcl::sema
