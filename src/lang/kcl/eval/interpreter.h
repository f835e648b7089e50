#pragma once

#include <cstdint>
#include <span>

#include "src/lang/kcl/eval/context.h"
#include "src/lang/kcl/eval/frame.h"
#include "src/lang/kcl/eval/layout.h"
#include "src/lang/kcl/runtime/runtime.h"
#include "src/lang/kcl/syntax/expr.h"

namespace kval::kcl::eval {

// Evaluates expressions. Apart from Interpreter, so that its callers reach it by one call.
class ExpressionEvaluator {
 public:
  virtual Value Eval(const Expr& expr, Frame* frame) = 0;

 protected:
  ~ExpressionEvaluator() = default;
};

// The interface of the evaluator to its parts: expressions contain everything, and reading a name may run any
// code. Each part gets this, the Context and the lower parts that it uses; `Evaluator` combines them. After a
// failure all results are Undefined.
class Interpreter : public runtime::Runtime {
 public:
  explicit Interpreter(ExpressionEvaluator& expressions) : expression_evaluator_(expressions) {}

  [[gnu::always_inline]] Value Eval(const Expr& expr, Frame* frame) {
    return expression_evaluator_.Eval(expr, frame);
  }
  // `S(args) {…}`; several are one configuration of the same schema.
  virtual Value EvalSchemaInit(std::span<const SchemaInitExpr* const> parts, Frame* frame) = 0;
  virtual Value ReadGlobal(int32_t package, int32_t index) = 0;
  virtual Value FindGlobal(int32_t package, Symbol name, bool* found) = 0;
  virtual Value ReadMember(Instance& instance, size_t member) = 0;
  // `at` is the configuration's place, `site` that of the code that makes the instance.
  virtual Value MakeInstance(const kcl::Schema& schema, const Dict* config, const CallArgs& args,
                             source::Span at, source::Span site) = 0;

 private:
  ExpressionEvaluator& expression_evaluator_;
};

}  // namespace kval::kcl::eval
