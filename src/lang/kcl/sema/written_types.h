#pragma once

#include <span>
#include <vector>

#include "src/lang/kcl/sema/attributes.h"
#include "src/lang/kcl/sema/context.h"
#include "src/lang/kcl/sema/names.h"

namespace kval::kcl::sema {

// What the types mean that a program spells.
class WrittenTypes {
 public:
  WrittenTypes(Context& context, Names& names, Attributes& attributes)
      : context_(context),
        names_(names),
        attributes_(attributes),
        types_(context.types),
        diagnostics_(context.diagnostics) {}

  // What a written type means; any without one.
  const Type* ResolveType(const TypeExpr* type);
  std::vector<FunctionParam> ParamsOf(std::span<const Parameter> params);
  // The type that holds only the value of a literal.
  const Type* LiteralType(const Expr* value);

 private:
  const Type* ResolveTypeNode(const TypeExpr* type);
  const Type* ResolveNamedType(const NamedTypeExpr& type);

  Context& context_;
  Names& names_;
  Attributes& attributes_;
  TypeTable& types_;
  Diagnostics& diagnostics_;
  bool has_told_of_members_ = false;
};

}  // namespace kval::kcl::sema
