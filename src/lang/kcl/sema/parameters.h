#pragma once

#include <span>

#include "src/lang/kcl/sema/context.h"
#include "src/lang/kcl/sema/expectations.h"
#include "src/lang/kcl/sema/name_resolver.h"
#include "src/lang/kcl/sema/walker.h"

namespace kval::kcl::sema {

// Checks the parameters of lambdas, schemas and rules.
class Parameters {
 public:
  Parameters(Walker& walker, Context& context, Expectations& expectations, NameResolver& names)
      : walker_(walker),
        context_(context),
        expectations_(expectations),
        names_(names),
        diagnostics_(context.diagnostics) {}

  // Declares the parameters in order. Reports parameters without a default after parameters with one.
  void WalkParams(std::span<const Parameter> params, std::span<const FunctionParam> types);

 private:
  Walker& walker_;
  Context& context_;
  Expectations& expectations_;
  NameResolver& names_;
  Diagnostics& diagnostics_;
};

}  // namespace kval::kcl::sema
