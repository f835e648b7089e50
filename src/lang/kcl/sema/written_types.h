#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "src/lang/kcl/sema/attributes.h"
#include "src/lang/kcl/sema/context.h"
#include "src/lang/kcl/sema/names.h"

namespace kval::kcl::sema {

// Resolves type annotations in the source.
class WrittenTypes {
 public:
  WrittenTypes(Context& context, Names& names, Attributes& attributes)
      : context_(context),
        names_(names),
        attributes_(attributes),
        types_(context.types),
        diagnostics_(context.diagnostics) {}

  // Resolves a type annotation; any if `type` is null.
  const Type* ResolveType(const TypeExpr* type);
  // The same for the annotation of a global: variables from that global on are not defined there, of a type
  // alias none (kNoVariables).
  static constexpr int32_t kNoVariables = -1;
  const Type* ResolveTypeBefore(const TypeExpr* type, int32_t global);
  // Reports a name that is that global, or a variable which is declared behind it.
  bool MustBeBefore(const Name& name, int32_t global);
  std::vector<FunctionParam> ParamsOf(std::span<const Parameter> params);
  // The type that holds only the value of a literal.
  const Type* LiteralType(const Expr* value);

 private:
  const Type* ResolveTypeNode(const TypeExpr* type);
  const Type* ResolveNamedType(const NamedTypeExpr& type);
  const Type* ResolveLiteralType(const LiteralTypeExpr& type);

  Context& context_;
  Names& names_;
  Attributes& attributes_;
  TypeTable& types_;
  Diagnostics& diagnostics_;
  bool has_told_of_members_ = false;
  std::optional<int32_t> before_;  // while the annotation of a global is resolved
};

}  // namespace kval::kcl::sema
