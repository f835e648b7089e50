#pragma once

#include "src/lang/kcl/sema/attributes.h"
#include "src/lang/kcl/sema/context.h"
#include "src/lang/kcl/sema/walker.h"

namespace kval::kcl::sema {

// Expressions that read a part of a value: `a.b`, `a[b]`, `a[b:c]`.
class AccessChecker {
 public:
  AccessChecker(Walker& walker, Context& context, Attributes& attributes)
      : walker_(walker),
        context_(context),
        attributes_(attributes),
        types_(context.types),
        diagnostics_(context.diagnostics) {}

  const Type* WalkSelector(const SelectorExpr& expr);
  const Type* WalkSubscript(const SubscriptExpr& expr);
  const Type* WalkSlice(const SliceExpr& expr);
  // The type of `object[index]`.
  const Type* IndexType(const Type* object, const Expr* index, source::Span at);

 private:
  Walker& walker_;
  Context& context_;
  Attributes& attributes_;
  TypeTable& types_;
  Diagnostics& diagnostics_;
};

}  // namespace kval::kcl::sema
