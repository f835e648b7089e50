#include "src/modules/rule.h"

#include "src/modules/documented.h"
#include "src/modules/native.h"

namespace kval::modules {

Outcome<Value> Rule::Invoke(const Call& call) {
  Heap& heap = call.interpreter.heap();
  if (IsDocRequest(call.args)) {
    return heap.NewString(doc_);
  }
  if (call.args.positional.size() != 1 || !call.args.keywords.empty()) {
    return EvalFailure(name_ + ": got " +
                       std::to_string(call.args.positional.size() + call.args.keywords.size()) +
                       " arguments, want 1");
  }
  Outcome<ValueCheckResult> result = validator_(call.interpreter, call.args.positional[0]);
  if (!result.ok()) {
    return result.Pass();
  }
  if (result->holds) {
    return Value::Bool(true);
  }
  return heap.NewTuple({Value::Bool(false), heap.NewString(result->found)});
}

Outcome<Value> Rule::Attr(Interpreter& interpreter, std::string_view name) {
  if (name != "check") {
    return Value();
  }
  return interpreter.heap().NewBuiltin("check", [validator = validator_](const Call& call) -> Outcome<Value> {
    if (Status exact = ExpectCount(call, 1); !exact.ok()) {
      return exact.Pass();
    }
    Outcome<ValueCheckResult> result = validator(call.interpreter, call.args.positional[0]);
    if (!result.ok()) {
      return result.Pass();
    }
    return result->holds ? Outcome<Value>(Value::Bool(true)) : EvalFailure("fail: " + result->found);
  });
}

}  // namespace kval::modules
