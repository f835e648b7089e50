#pragma once

#include <span>

#include "src/lang/kcl/sema/components.h"

namespace kval::kcl::sema {

// The decorators of schemas, rules and attributes.
class DecoratorChecker : private Components {
 public:
  explicit DecoratorChecker(const Components& components) : Components(components) {}

  void CheckDecorators(std::span<const Decorator> decorators);
};

}  // namespace kval::kcl::sema
