#include "src/lang/starlark/ops.h"
#include "src/modules/builders.h"
#include "src/modules/native.h"

// Source: starlark-go starlarkstruct/module.go.
namespace kval::modules {
namespace {

// module.make("name", a=1, b=2)
Outcome<Value> RunMake(const Call& call) {
  const size_t given = call.args.positional.size();
  if (given != 1) {
    return EvalFailure("got " + std::to_string(given) + " arguments, want 1");
  }
  if (!call.args.positional[0].is_string()) {
    return EvalFailure("for parameter 1: got " + std::string(starlark::TypeName(call.args.positional[0])) +
                       ", want string");
  }
  auto* made = call.interpreter.heap().New<starlark::Module>(std::string(call.args.positional[0].text()));
  for (const starlark::KeywordArg& keyword : call.args.keywords) {
    made->Define(keyword.name, keyword.value);
  }
  return Value(made);
}

}  // namespace

starlark::Module* MakeModule(const ModuleBuild& build) {
  auto* module = build.heap.New<starlark::Module>("module");
  Define(build.heap, *module, "make", RunMake);
  return module;
}

}  // namespace kval::modules
