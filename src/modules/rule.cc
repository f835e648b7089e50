#include "src/modules/rule.h"

#include "src/modules/documented.h"
#include "src/modules/native.h"

namespace kval::modules {

Outcome<Value> Rule::Invoke(const Call& call) {
  Heap& heap = call.interpreter.heap();
  if (AsksForDoc(call.args)) {
    return heap.NewString(doc_);
  }
  if (call.args.positional.size() != 1 || !call.args.keywords.empty()) {
    return Failed(name_ + ": got " + std::to_string(call.args.positional.size() + call.args.keywords.size()) +
                  " arguments, want 1");
  }
  Outcome<Judgement> judgement = judge_(call.interpreter, call.args.positional[0]);
  if (!judgement.ok()) {
    return judgement.Pass();
  }
  if (judgement->holds) {
    return Value::Bool(true);
  }
  return heap.NewTuple({Value::Bool(false), heap.NewString(judgement->found)});
}

Outcome<Value> Rule::Attr(Interpreter& interpreter, std::string_view name) {
  if (name != "check") {
    return Value();
  }
  return interpreter.heap().NewBuiltin("check", [judge = judge_](const Call& call) -> Outcome<Value> {
    if (Status exact = ExpectCount(call, 1); !exact.ok()) {
      return exact.Pass();
    }
    Outcome<Judgement> judgement = judge(call.interpreter, call.args.positional[0]);
    if (!judgement.ok()) {
      return judgement.Pass();
    }
    return judgement->holds ? Outcome<Value>(Value::Bool(true)) : Failed("fail: " + judgement->found);
  });
}

}  // namespace kval::modules
