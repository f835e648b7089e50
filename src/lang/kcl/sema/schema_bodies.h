#pragma once

#include <span>

#include "src/lang/kcl/sema/components.h"

namespace kval::kcl::sema {

// The statements and the check lines of schemas and rules.
class SchemaBodies : private Components {
 public:
  explicit SchemaBodies(const Components& components) : Components(components) {}

  void WalkSchema(const Stmt* stmt);
  void WalkAttribute(const AttributeStmt& stmt);

 private:
  void CheckUniqueKey(const Name& name);
  void WalkCheckLines(std::span<const CheckLine> lines);
};

}  // namespace kval::kcl::sema
