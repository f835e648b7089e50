#pragma once

#include <span>

#include "src/lang/kcl/sema/components.h"

namespace kval::kcl::sema {

// Checks the parameters of lambdas, schemas and rules.
class Parameters : private Components {
 public:
  explicit Parameters(const Components& components) : Components(components) {}

  // Declares the parameters in order. Reports parameters without a default after parameters with one.
  void WalkParams(std::span<const Parameter> params, std::span<const FunctionParam> types);
};

}  // namespace kval::kcl::sema
