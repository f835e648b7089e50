#pragma once

#include "src/lang/kcl/sema/components.h"

namespace kval::kcl::sema {

// Checks expressions; the larger kinds are separate parts.
class ExpressionChecker : private Components {
 public:
  explicit ExpressionChecker(const Components& components) : Components(components) {}

  const Type* Walk(const Expr* expr);
  const Type* WalkPlain(const Expr* expr);  // where nothing is expected
  const Type* WalkExpecting(const Expr* expr, const Type* type, source::Span at);

 private:
  const Type* WalkNode(const Expr* expr);
  const Type* WalkConditional(const ConditionalExpr& expr);
  const Type* WalkInterpolated(const InterpolatedExpr& expr);
  const Type* WalkCompare(const CompareExpr& expr);
  const Type* WalkAs(const AsExpr& expr);
  const Type* WalkList(const ListExpr& expr);
  const Type* WalkStarred(const StarredExpr& expr);
  const Type* WalkListIf(const ListIfExpr& expr);

  bool is_too_deep_ = false;
};

}  // namespace kval::kcl::sema
