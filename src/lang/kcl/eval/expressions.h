#pragma once

#include <unordered_map>

#include "src/lang/kcl/eval/components.h"

namespace kval::kcl::eval {

// Expressions: each kind by its own function, or by the part that it belongs to.
class Expressions final : public ExpressionEvaluator, private Components {
 public:
  explicit Expressions(const Components& components) : Components(components) {}

  Value Eval(const Expr& expr, Frame* frame) override;

 private:
  // Not inlined: expressions nest, so small stack frames allow deeper nesting.
  [[gnu::noinline]] Value EvalUnchecked(const Expr& expr, Frame* frame);
  [[gnu::noinline]] Value EvalListIf(const ListIfExpr& expr, Frame* frame);
  [[gnu::noinline]] Value EvalAs(const AsExpr& expr, Frame* frame);
  [[gnu::noinline]] Value EvalInterpolated(const InterpolatedExpr& expr, Frame* frame);
  [[gnu::noinline]] Value EvalUnary(const UnaryExpr& expr, Frame* frame);
  [[gnu::noinline]] Value EvalBinary(const BinaryExpr& expr, Frame* frame);
  [[gnu::noinline]] Value EvalCompare(const CompareExpr& expr, Frame* frame);
  [[gnu::noinline]] Value EvalSelector(const SelectorExpr& expr, Frame* frame);
  [[gnu::noinline]] Value EvalProjection(const ProjectionExpr& expr, Frame* frame);
  [[gnu::noinline]] Value EvalSubscript(const SubscriptExpr& expr, Frame* frame);
  [[gnu::noinline]] Value EvalSlice(const SliceExpr& expr, Frame* frame);
  [[gnu::noinline]] Value EvalList(const ListExpr& expr, Frame* frame);
  [[gnu::noinline]] Value MakeList(const ListExpr& expr, Frame* frame);
  void AppendItems(Exprs items, Frame* frame, runtime::Values& out);

  std::unordered_map<const ListExpr*, Value> constant_lists_;  // cached operands of `x in ["a", "b"]`
};

}  // namespace kval::kcl::eval
