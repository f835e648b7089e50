#pragma once

#include "src/lang/kcl/sema/assignability.h"
#include "src/lang/kcl/sema/context.h"
#include "src/lang/kcl/sema/parameters.h"
#include "src/lang/kcl/sema/scopes.h"
#include "src/lang/kcl/sema/walker.h"
#include "src/lang/kcl/sema/written_types.h"

namespace kval::kcl::sema {

// Lambdas: their parameters, what their last statement leaves behind, and the type they say it has.
class Lambdas {
 public:
  Lambdas(Walker& walker, Context& context, Scopes& scopes, WrittenTypes& written_types,
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
  WrittenTypes& written_types_;
  Assignability& assignability_;
  Parameters& parameters_;
  TypeTable& types_;
  Diagnostics& diagnostics_;
};

}  // namespace kval::kcl::sema
