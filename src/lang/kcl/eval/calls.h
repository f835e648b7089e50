#pragma once

#include <unordered_map>

#include "src/lang/kcl/eval/arguments.h"
#include "src/lang/kcl/eval/instances.h"
#include "src/lang/kcl/eval/interpreter.h"
#include "src/lang/kcl/eval/statements.h"
#include "src/lang/kcl/eval/type_conversion.h"

namespace kval::kcl::eval {

// Calls and lambdas.
class Calls {
 public:
  Calls(Interpreter& whole, Context& context, TypeConversion& types, Arguments& arguments,
        Statements& statements, Instances& instances)
      : whole_(whole),
        context_(context),
        types_(types),
        arguments_(arguments),
        statements_(statements),
        instances_(instances) {}

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

  Interpreter& whole_;
  Context& context_;
  TypeConversion& types_;
  Arguments& arguments_;
  Statements& statements_;
  Instances& instances_;
  std::unordered_map<const LambdaExpr*, size_t> slot_counts_;
};

}  // namespace kval::kcl::eval
