#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/lang/starlark/arguments.h"
#include "src/lang/starlark/error.h"
#include "src/lang/starlark/evaluator.h"
#include "src/lang/starlark/function.h"
#include "src/lang/starlark/interpreter.h"
#include "src/lang/starlark/operators.h"
#include "src/lang/starlark/ops.h"
#include "src/lang/starlark/program.h"
#include "src/lang/starlark/variables.h"
#include "src/support/keyed_hash.h"
#include "src/support/native_stack.h"

// What of the interpreter runs code: programs and calls.
namespace kval::starlark {
namespace {

std::string Plural(size_t count) {
  return count == 1 ? "" : "s";
}

// The location of a function's parameters, or of its name.
source::Span SignatureOf(const FunctionCode& code) {
  source::Span all;
  for (const Param& param : code.params) {
    if (param.name != nullptr) {
      all = source::Cover(all, param.name->span);
    }
  }
  return all;
}

source::Span ParamPlace(const FunctionCode& code, std::string_view name) {
  for (const Param& param : code.params) {
    if (param.name != nullptr && param.name->name == name) {
      return param.name->span;
    }
  }
  return {};
}

constexpr std::string_view kTakes = "it takes this";

// Finds parameters by name; by hash if there are many of both.
class Slots {
 public:
  Slots(std::span<const std::string_view> names, size_t requested) : names_(names) {
    for (size_t i = 0; requested > kFew && names_.size() > kFew && i < names_.size(); ++i) {
      by_name_.emplace(names_[i], i);
    }
  }

  // Behind the last one when there is none.
  size_t Find(std::string_view name) const {
    if (!by_name_.empty()) {
      const auto found = by_name_.find(name);
      return found == by_name_.end() ? names_.size() : found->second;
    }
    size_t slot = 0;
    while (slot < names_.size() && names_[slot] != name) {
      ++slot;
    }
    return slot;
  }

 private:
  static constexpr size_t kFew = 16;

  std::span<const std::string_view> names_;
  TextMap<std::string_view, size_t> by_name_;
};

class Binding {
 public:
  Binding(const Function& function, Interpreter& interpreter, Variables& variables)
      : function_(function), code_(function.code()), interpreter_(interpreter), variables_(variables) {}

  Status Bind(const Args& args);

 private:
  Value& Slot(size_t slot) { return variables_.Slot(slot); }
  Status BindPositional(const Args& args);
  Status BindKeywords(const Args& args, Dict* rest);
  Status BindFallbacks();

  const Function& function_;
  const FunctionCode& code_;
  Interpreter& interpreter_;
  Variables& variables_;
};

std::string Quoted(std::string_view name) {
  return "\"" + std::string(name) + "\"";
}

Status Binding::Bind(const Args& args) {
  if (code_.params.empty()) {
    const size_t given = args.positional.size() + args.keywords.size();
    if (given > 0) {
      return EvalFailure("function " + std::string(code_.name) + " accepts no arguments (" +
                         std::to_string(given) + " given)");
    }
    return Success{};
  }
  const size_t plain = code_.fallbacks.size();
  Dict* rest = nullptr;
  if (code_.has_kwargs) {
    rest = interpreter_.heap().NewDict();
    Slot(plain + (code_.has_args ? 1 : 0)) = Value(rest);
  }
  if (Status bound = BindPositional(args); !bound) {
    return bound;
  }
  if (Status bound = BindKeywords(args, rest); !bound) {
    return bound;
  }
  return BindFallbacks();
}

Status Binding::BindPositional(const Args& args) {
  const size_t expected = code_.positional_count;
  const size_t given = args.positional.size();
  if (given > expected && !code_.has_args) {
    bool has_optional = false;
    for (size_t i = 0; i < expected; ++i) {
      has_optional = has_optional || code_.fallbacks[i] != nullptr;
    }
    return EvalFailure("function " + std::string(code_.name) + " accepts " +
                       (has_optional ? "at most " : "") + std::to_string(expected) + " positional argument" +
                       Plural(expected) + " (" + std::to_string(given) + " given)")
        .WithNote(std::string(kTakes), SignatureOf(code_));
  }
  const size_t direct = given < expected ? given : expected;
  for (size_t i = 0; i < direct; ++i) {
    Slot(i) = args.positional[i];
  }
  if (code_.has_args) {
    Slot(code_.fallbacks.size()) = interpreter_.heap().NewTuple(
        {args.positional.begin() + static_cast<ptrdiff_t>(direct), args.positional.end()});
  }
  return Success{};
}

Status Binding::BindKeywords(const Args& args, Dict* rest) {
  const size_t plain = code_.fallbacks.size();
  const Slots slots(code_.slot_names.first(plain), args.keywords.size());
  for (const KeywordArg& keyword : args.keywords) {
    const size_t slot = slots.Find(keyword.name);
    const std::string function = "function " + std::string(code_.name) + " got ";
    if (slot < plain) {
      if (Slot(slot).is_set()) {
        return EvalFailure(function + "multiple values for parameter " + Quoted(keyword.name))
            .At(keyword.span);
      }
      Slot(slot) = keyword.value;
      continue;
    }
    if (!rest) {
      std::vector<std::string_view> names;
      for (size_t i = 0; i < plain; ++i) {
        names.push_back(code_.slot_names[i]);
      }
      return EvalFailure(function + "an unexpected keyword argument " + Quoted(keyword.name) +
                         SuggestionText(keyword.name, std::move(names), ""))
          .At(keyword.name_span.has_value() ? keyword.name_span : keyword.span)
          .WithNote(std::string(kTakes), SignatureOf(code_));
    }
    const size_t before = rest->size();
    if (Status added =
            DictInsert(interpreter_, *rest, interpreter_.heap().NewString(keyword.name), keyword.value);
        !added) {
      return added;
    }
    if (rest->size() == before) {
      return EvalFailure(function + "multiple values for parameter " + Quoted(keyword.name)).At(keyword.span);
    }
  }
  return Success{};
}

Status Binding::BindFallbacks() {
  size_t missing = 0;
  std::string names;
  source::Span places;
  for (size_t slot = 0; slot < code_.fallbacks.size(); ++slot) {
    if (Slot(slot).is_set()) {
      continue;
    }
    const Value fallback = function_.fallbacks()[slot];
    if (fallback.is_set()) {
      Slot(slot) = fallback;
      continue;
    }
    names += (missing++ == 0 ? "" : ", ") + std::string(code_.slot_names[slot]);
    places = source::Cover(places, ParamPlace(code_, code_.slot_names[slot]));
  }
  if (missing > 0) {
    return EvalFailure("function " + std::string(code_.name) + " missing " + std::to_string(missing) +
                       " argument" + Plural(missing) + " (" + names + ")")
        .WithNote("declared here, without a default", places);
  }
  return Success{};
}

// Assigns the arguments of a call to the parameters. Source: starlark-go, setArgs.
Status BindArguments(const Function& function, const Args& args, Interpreter& interpreter,
                     Variables& variables) {
  Status bound = Binding(function, interpreter, variables).Bind(args);
  const FunctionCode& code = function.code();
  // ytt names the first line of the function that refuses its arguments.
  if (!bound && code.name != "lambda" && !code.body.empty() && code.body.front()->span.has_value()) {
    PushFrame(bound.error(), {"the function begins here", code.body.front()->span});
  }
  return bound;
}

}  // namespace

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
