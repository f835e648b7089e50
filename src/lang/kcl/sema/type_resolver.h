#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "src/lang/kcl/sema/components.h"

namespace kval::kcl::sema {

// Resolves type annotations in the source.
class TypeResolver : private Components {
 public:
  explicit TypeResolver(const Components& components) : Components(components) {}

  // Resolves a type annotation; any if `type` is null.
  const Type* ResolveType(const TypeExpr* type);
  // The same for the annotation of a global: variables from that global on are not defined there, of a type
  // alias none (kNoVariables).
  static constexpr int32_t kNoVariables = -1;
  const Type* ResolveTypeBefore(const TypeExpr* type, int32_t global);
  // Reports a use of a global in its own declaration, or of a variable before its declaration.
  bool CheckDeclaredBefore(const Name& name, int32_t global);
  std::vector<FunctionParam> ParamsOf(std::span<const Parameter> params);
  // Returns the literal type of a literal.
  const Type* LiteralType(const Expr* value);

 private:
  const Type* ResolveTypeNode(const TypeExpr* type);
  const Type* ResolveNamedType(const NamedTypeExpr& type);
  const Type* ResolveLiteralType(const LiteralTypeExpr& type);

  bool has_reported_members_ = false;
  std::optional<int32_t> before_;  // while the annotation of a global is resolved
};

}  // namespace kval::kcl::sema
