#pragma once

#include <span>

#include "src/lang/kcl/eval/components.h"

namespace kval::kcl::eval {

// Expressions that go through a collection: comprehensions, `all`, `any`, `map` and `filter`.
class Comprehensions : private Components {
 public:
  explicit Comprehensions(const Components& components) : Components(components) {}

  Value EvalList(const ListComprehensionExpr& expr, Frame* frame);
  Value EvalDict(const DictComprehensionExpr& expr, Frame* frame);
  Value EvalQuantifier(const QuantifierExpr& expr, Frame* frame);

 private:
  template <typename Body>
  void ForEach(const Value& iterable, size_t variables, source::Span place, const Body& body);
  template <typename Body>
  void RunClauses(std::span<const ForClause> clauses, size_t slot, Frame& frame, SlotStorage& storage,
                  const Body& body);
  void AddEntry(const DictComprehensionExpr& expr, Frame& frame, DictBuilder& builder);
};

}  // namespace kval::kcl::eval
