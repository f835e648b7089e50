#pragma once

#include "src/lang/kcl/sema/components.h"

namespace kval::kcl::sema {

// Expressions that read a part of a value: `a.b`, `a[b]`, `a[b:c]`.
class AccessChecker : private Components {
 public:
  explicit AccessChecker(const Components& components) : Components(components) {}

  const Type* WalkSelector(const SelectorExpr& expr);
  const Type* WalkSubscript(const SubscriptExpr& expr);
  const Type* WalkSlice(const SliceExpr& expr);
  // The type of `object[index]`.
  const Type* IndexType(const Type* object, const Expr* index, source::Span at);
};

}  // namespace kval::kcl::sema
