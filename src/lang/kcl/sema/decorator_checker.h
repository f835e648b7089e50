#pragma once

#include <span>

#include "src/lang/kcl/sema/call_checker.h"
#include "src/lang/kcl/sema/context.h"

namespace kval::kcl::sema {

// The decorators of schemas, rules and attributes.
class DecoratorChecker {
 public:
  DecoratorChecker(Context& context, CallChecker& calls)
      : context_(context), calls_(calls), types_(context.types), diagnostics_(context.diagnostics) {}

  void CheckDecorators(std::span<const Decorator> decorators);

 private:
  Context& context_;
  CallChecker& calls_;
  TypeTable& types_;
  Diagnostics& diagnostics_;
};

}  // namespace kval::kcl::sema
