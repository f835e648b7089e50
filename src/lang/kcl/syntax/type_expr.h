#pragma once

#include <cstdint>
#include <span>
#include <tuple>

#include "src/lang/kcl/syntax/expr.h"

// The types that a KCL program writes down. The nodes obey the rules of expr.h.
namespace kval::kcl {

enum class TypeExprKind : uint8_t {
  kInvalid,
  kAny,
  kBool,
  kInt,
  kFloat,
  kStr,
  kNamed,
  kLiteral,
  kList,
  kDict,
  kUnion,
  kFunction,
};

struct TypeExpr {
  TypeExprKind kind = TypeExprKind::kInvalid;
  source::Span span;
  NodeId id = -1;

  template <typename T>
  const T* As() const {
    return kind == T::kKind ? static_cast<const T*>(this) : nullptr;
  }
};
template <TypeExprKind Kind>
struct TypeExprOf : TypeExpr {
  static constexpr TypeExprKind kKind = Kind;
};

using TypeExprs = std::span<const TypeExpr* const>;

// `S`, `pkg.S`: one name, or more with dots between.
struct NamedTypeExpr : TypeExprOf<TypeExprKind::kNamed> {
  std::span<const Name> names;
  auto Fields() const { return std::tie(names); }
};

// `"a"`, `1`, `1Mi`, `1.5`, `True`: a StringExpr, IntExpr, FloatExpr or ConstantExpr (True, False, None);
// a negative number is a UnaryExpr of one.
struct LiteralTypeExpr : TypeExprOf<TypeExprKind::kLiteral> {
  const Expr* value = nullptr;
  auto Fields() const { return std::tie(value); }
};

// `[T]`; element null for `[]`.
struct ListTypeExpr : TypeExprOf<TypeExprKind::kList> {
  const TypeExpr* element = nullptr;
  auto Fields() const { return std::tie(element); }
};

// `{K:V}`; key and value null where nothing is written (`{:}`, `{str:}`).
struct DictTypeExpr : TypeExprOf<TypeExprKind::kDict> {
  const TypeExpr* key = nullptr;
  const TypeExpr* value = nullptr;
  auto Fields() const { return std::tie(key, value); }
};

// `A | B`, at least two members.
struct UnionTypeExpr : TypeExprOf<TypeExprKind::kUnion> {
  TypeExprs members;
  auto Fields() const { return std::tie(members); }
};

// `(A, B) -> R`; the result is null if omitted.
struct FunctionTypeExpr : TypeExprOf<TypeExprKind::kFunction> {
  TypeExprs params;
  const TypeExpr* result = nullptr;
  auto Fields() const { return std::tie(params, result); }
};

}  // namespace kval::kcl
