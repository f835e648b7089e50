#include "src/lang/starlark/bind_arguments.h"
#include "src/lang/starlark/evaluator.h"
#include "src/lang/starlark/function.h"
#include "src/lang/starlark/interpreter.h"
#include "src/lang/starlark/ops.h"
#include "src/lang/starlark/program.h"
#include "src/support/native_stack.h"

// What of the interpreter runs code: programs and calls.
namespace kval::starlark {

Outcome<Module*> Interpreter::Run(const Program& program, Host* host) {
  Module* module = heap_.New<Module>(program.name());
  for (const std::string_view global : program.globals()) {
    module->SlotOf(global);
  }
  Evaluator evaluator(*this, program.code(), program, module, host, nullptr);
  evaluator.variables().MakeCells(heap_);
  if (Outcome<Value> done = evaluator.Run(); !done) {
    return done.Pass();
  }
  return module;
}

Outcome<Value> Interpreter::Call(Value callee, const Args& args, source::Span at) {
  if (call_depth_ >= options_.limits.starlark_calls) {
    return EvalFailure(diag::Kind::kLimitCallDepth, "calls are nested more deeply than the limit of " +
                                                        std::to_string(options_.limits.starlark_calls))
        .At(at);
  }
  if (!HasStack()) {
    return EvalFailure(diag::Kind::kLimitCallDepth, "calls are nested more deeply than the stack allows")
        .At(at);
  }
  ++call_depth_;
  const source::Span outer = current_call_;
  current_call_ = at;
  Outcome<Value> result = Value();
  switch (callee.kind()) {
    case Kind::kFunction:
      result = CallFunction(*callee.As<Function>(), args, at);
      break;
    case Kind::kBuiltin: {
      const Builtin& builtin = *callee.As<Builtin>();
      result = builtin.run()({*this, builtin.name(), builtin.receiver(), args, at});
      break;
    }
    case Kind::kHost:
      result = callee.As<HostValue>()->Invoke({*this, callee.As<HostValue>()->TypeName(), callee, args, at});
      break;
    default:
      break;
  }
  current_call_ = outer;
  --call_depth_;
  if (result && !result->is_set()) {
    return EvalFailure("invalid call of non-function (" + std::string(TypeName(callee)) + ")").At(at);
  }
  return result;
}

Outcome<Value> Interpreter::CallFunction(const Function& function, const Args& args, source::Span at) {
  Evaluator evaluator(*this, function.code(), function.program(), function.module(), function.host(),
                      &function);
  if (Status bound = BindArguments(function, args, *this, evaluator.variables()); !bound) {
    return bound.Pass();
  }
  evaluator.variables().MakeCells(heap_);
  const bool emits = function.code().has_host_calls && function.host();
  if (emits) {
    if (Status begun = function.host()->BeginFunction(*this, function.name()); !begun) {
      return begun.Pass();
    }
  }
  Outcome<Value> result = evaluator.Run();
  if (emits) {
    Outcome<Value> emitted = function.host()->EndFunction(*this, !result.ok());
    if (!result && !emitted) {
      AddOther(result.error(), emitted.Pass());
    } else if (result && (!emitted || !result->is_set())) {
      result = std::move(emitted);
    }
  }
  if (!result) {
    PushFrame(result.error(), {std::string(function.name()), at});
    return result;
  }
  return result->is_set() ? *result : Value::None();
}

std::optional<Arity> ArityOf(Value callable) {
  const Function* function = callable.As<Function>();
  if (!function) {
    return std::nullopt;
  }
  const FunctionCode& code = function->code();
  Arity arity;
  arity.positional = code.positional_count;
  arity.has_args = code.has_args;
  arity.has_kwargs = code.has_kwargs;
  for (size_t i = 0; i < code.positional_count; ++i) {
    arity.required += code.fallbacks[i] ? 0 : 1;
  }
  return arity;
}

std::string_view FunctionName(Value callable) {
  if (const Function* function = callable.As<Function>()) {
    return function->name();
  }
  const Builtin* builtin = callable.As<Builtin>();
  return builtin ? std::string_view(builtin->name()) : std::string_view();
}

}  // namespace kval::starlark
