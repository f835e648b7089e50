#pragma once

#include <cstdint>
#include <span>

#include "src/lang/kcl/eval/context.h"
#include "src/lang/kcl/eval/frame.h"
#include "src/lang/kcl/eval/layout.h"
#include "src/lang/kcl/syntax/expr.h"
#include "src/lang/kcl/runtime/runtime.h"

namespace kval::kcl::eval {

// What a part of the evaluator asks of those above it: expressions contain everything, and reading a name may
// run any code. Each part is handed this, the Context and the parts below that it uses; `Evaluator` puts them
// together. After a failure all of it is Undefined.
class Interpreter : public runtime::Runtime {
 public:
  virtual Value Eval(const Expr& expr, Frame* frame) = 0;
  // `S(args) {…}`; several are one configuration of the same schema.
  virtual Value EvalSchemaInit(std::span<const SchemaInitExpr* const> parts, Frame* frame) = 0;
  virtual Value ReadGlobal(int32_t package, int32_t index) = 0;
  virtual Value FindGlobal(int32_t package, Symbol name, bool* found) = 0;
  virtual Value ReadMember(Instance& instance, size_t member) = 0;
  // `at` is the configuration's place, `site` that of the code that makes the instance.
  virtual Value MakeInstance(const kcl::Schema& schema, const Dict* config, const CallArgs& args,
                             source::Span at, source::Span site) = 0;
};

}  // namespace kval::kcl::eval
