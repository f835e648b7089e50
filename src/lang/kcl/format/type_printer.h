#pragma once

#include <span>

#include "src/lang/kcl/format/layout.h"
#include "src/lang/kcl/syntax/ast.h"

namespace kval::kcl::format {

// Prints types and dotted names.
class TypePrinter : protected Layout {
 public:
  using Layout::Layout;

 protected:
  ~TypePrinter() = default;

  void Type(const TypeExpr& type);
  void OptionalType(const TypeExpr* type);
  void Path(std::span<const Name> names);
};

}  // namespace kval::kcl::format
