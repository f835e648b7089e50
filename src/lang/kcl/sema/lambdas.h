#pragma once

#include "src/lang/kcl/sema/assignability.h"
#include "src/lang/kcl/sema/context.h"
#include "src/lang/kcl/sema/parameters.h"
#include "src/lang/kcl/sema/scopes.h"
#include "src/lang/kcl/sema/type_resolver.h"
#include "src/lang/kcl/sema/walker.h"

namespace kval::kcl::sema {

// Checks lambdas: their parameters, the type of their last statement, and the declared result type.
class Lambdas {
 public:
  Lambdas(Walker& walker, Context& context, Scopes& scopes, TypeResolver& written_types,
          Assignability& assignability, Parameters& parameters)
      : walker_(walker),
        context_(context),
        scopes_(scopes),
        written_types_(written_types),
        assignability_(assignability),
        parameters_(parameters),
        types_(context.types),
        diagnostics_(context.diagnostics) {}

  const Type* WalkLambda(const LambdaExpr& expr);

 private:
  Walker& walker_;
  Context& context_;
  Scopes& scopes_;
  TypeResolver& written_types_;
  Assignability& assignability_;
  Parameters& parameters_;
  TypeTable& types_;
  Diagnostics& diagnostics_;
};

}  // namespace kval::kcl::sema
