#pragma once

#include <unordered_map>

#include "src/lang/kcl/eval/components.h"

namespace kval::kcl::eval {

// Calls and lambdas.
class Calls : private Components {
 public:
  explicit Calls(const Components& components) : Components(components) {}

  Value Eval(const CallExpr& expr, Frame* frame);
  Value EvalLambda(const LambdaExpr& expr, Frame* frame);
  // Calls a function or makes an instance of a type. `place` is that of the call.
  Value CallAt(const Value& function, const CallArgs& args, source::Span place);

 private:
  static bool IsGlance(const runtime::Function& function);
  bool MayRead(const runtime::Function& function, const CallArgs& args);
  bool ChargeNative(const runtime::Function& function, const CallArgs& args);
  Value CallNative(const runtime::Function& function, const CallArgs& args, source::Span place);
  Value CallLambda(const runtime::Function& function, const CallArgs& args, source::Span place);
  size_t SlotCount(const LambdaExpr& lambda);

  std::unordered_map<const LambdaExpr*, size_t> slot_counts_;
};

}  // namespace kval::kcl::eval
