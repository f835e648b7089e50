#pragma once

#include <span>

#include "src/lang/kcl/sema/components.h"

namespace kval::kcl::sema {

// Comprehensions and quantifiers.
class Loops : private Components {
 public:
  explicit Loops(const Components& components) : Components(components) {}

  const Type* WalkListComprehension(const ListComprehensionExpr& expr);
  const Type* WalkDictComprehension(const DictComprehensionExpr& expr);
  const Type* WalkQuantifier(const QuantifierExpr& expr);

 private:
  void WalkClauses(std::span<const ForClause> clauses);
  void DeclareLoopVariables(std::span<const Name> variables, const Type* iterated, source::Span at);
};

}  // namespace kval::kcl::sema
