#pragma once

#include <cstdint>
#include <span>

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

using TypeExprs = std::span<const TypeExpr* const>;

// `S`, `pkg.S`: one name, or more with dots between.
struct NamedTypeExpr : TypeExpr {
  static constexpr TypeExprKind kKind = TypeExprKind::kNamed;
  std::span<const Name> names;
};

// `"a"`, `1`, `1Mi`, `1.5`, `True`: a StringExpr, IntExpr, FloatExpr or ConstantExpr (True, False, None);
// a negative number is a UnaryExpr of one.
struct LiteralTypeExpr : TypeExpr {
  static constexpr TypeExprKind kKind = TypeExprKind::kLiteral;
  const Expr* value = nullptr;
};

// `[T]`; element null for `[]`.
struct ListTypeExpr : TypeExpr {
  static constexpr TypeExprKind kKind = TypeExprKind::kList;
  const TypeExpr* element = nullptr;
};

// `{K:V}`; key and value null where nothing is written (`{:}`, `{str:}`).
struct DictTypeExpr : TypeExpr {
  static constexpr TypeExprKind kKind = TypeExprKind::kDict;
  const TypeExpr* key = nullptr;
  const TypeExpr* value = nullptr;
};

// `A | B`, at least two members.
struct UnionTypeExpr : TypeExpr {
  static constexpr TypeExprKind kKind = TypeExprKind::kUnion;
  TypeExprs members;
};

// `(A, B) -> R`; the result is null if omitted.
struct FunctionTypeExpr : TypeExpr {
  static constexpr TypeExprKind kKind = TypeExprKind::kFunction;
  TypeExprs params;
  const TypeExpr* result = nullptr;
};

}  // namespace kval::kcl
