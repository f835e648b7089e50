#pragma once

#include "src/lang/kcl/sema/components.h"

namespace kval::kcl::sema {

// Checks lambdas: their parameters, the type of their last statement, and the declared result type.
class Lambdas : private Components {
 public:
  explicit Lambdas(const Components& components) : Components(components) {}

  const Type* WalkLambda(const LambdaExpr& expr);
};

}  // namespace kval::kcl::sema
