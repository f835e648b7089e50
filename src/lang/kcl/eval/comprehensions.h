#pragma once

#include <span>

#include "src/lang/kcl/eval/attribute_reads.h"
#include "src/lang/kcl/eval/interpreter.h"
#include "src/lang/kcl/eval/name_evaluator.h"
#include "src/lang/kcl/eval/paths.h"

namespace kval::kcl::eval {

// Expressions that go through a collection: comprehensions, `all`, `any`, `map` and `filter`.
class Comprehensions {
 public:
  // `culprits` receives the element for which an `all` is false.
  Comprehensions(Interpreter& whole, Context& context, NameEvaluator& names, Paths& paths,
                 FailingElements& culprits)
      : whole_(whole), context_(context), names_(names), paths_(paths), culprits_(culprits) {}

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

  Interpreter& whole_;
  Context& context_;
  NameEvaluator& names_;
  Paths& paths_;
  FailingElements& culprits_;
};

}  // namespace kval::kcl::eval
