#pragma once

#include "src/lang/kcl/sema/components.h"

namespace kval::kcl::sema {

// Checks the targets of assignments.
class Targets : private Components {
 public:
  explicit Targets(const Components& components) : Components(components) {}

  // Returns the current type of a target's name; declares the name in a lambda.
  const Type* StoreName(const Target& target);
  // Returns the type of a target; if `store`, its name may be new.
  const Type* TargetType(const Target& target, bool store);
  // Sets the type of a variable that was declared without one.
  void SetInferred(const Target& target, const Type* type);

 private:
  const Type* WalkTargetPath(const Type* type, const Target& target);
};

}  // namespace kval::kcl::sema
