#include "src/modules/assert.h"

#include <array>

#include "src/lang/starlark/ops.h"
#include "src/modules/builders.h"
#include "src/modules/host_struct.h"
#include "src/modules/native.h"
#include "src/modules/yaml_text.h"

// Source: ytt pkg/yttlibrary/assert.go. There the checks are lambdas, which their errors show.
namespace kval::modules {
namespace {

constexpr std::string_view kTypeName = "@ytt:assert.assertion";

// The argument of a lambda with one parameter.
Outcome<Value> LambdaArgument(const Call& call, const std::string& parameter) {
  const size_t given = call.args.positional.size();
  if (given > 1) {
    return EvalFailure("function lambda accepts 1 positional argument (" + std::to_string(given) + " given)");
  }
  Value value = given == 1 ? call.args.positional[0] : Value();
  for (const starlark::KeywordArg& keyword : call.args.keywords) {
    if (keyword.name != parameter) {
      return EvalFailure("function lambda got an unexpected keyword argument \"" + std::string(keyword.name) +
                         "\"");
    }
    if (value.is_set()) {
      return EvalFailure("function lambda got multiple values for parameter \"" + parameter + "\"");
    }
    value = keyword.value;
  }
  if (!value.is_set()) {
    return EvalFailure("function lambda missing 1 argument (" + parameter + ")");
  }
  return value;
}

Outcome<Value> Answer(const Call& call, const ValueCheck& validator, Value value, std::string_view prefix) {
  Outcome<ValueCheckResult> verdict = validator(call.interpreter, value);
  if (!verdict.ok()) {
    return verdict.Pass();
  }
  if (!verdict->holds) {
    return EvalFailure(std::string(prefix) + verdict->found);
  }
  return Value::Bool(true);
}

Value WrapCheck(Heap& heap, Value check) {
  return heap.New<HostStruct>(std::string(kTypeName), "does not encode (did you mean to call check()?)",
                              std::vector<starlark::Struct::Field>{{"check", check}});
}

Outcome<Value> RunEquals(const Call& call) {
  if (Status exact = ExpectCount(call, 2); !exact.ok()) {
    return exact.Pass();
  }
  const std::span<const Value> values = call.args.positional;
  Heap& heap = call.interpreter.heap();
  std::array<std::string, 2> strings;
  for (size_t i = 0; i < 2; ++i) {
    if (starlark::IsCallable(values[i])) {
      return EvalFailure("expected argument not to be a function, but was " + GoTypeName(values[i]));
    }
  }
  for (size_t i = 0; i < 2; ++i) {
    Outcome<std::string> text = YamlText(call.interpreter, values[i]);
    if (!text.ok()) {
      heap.Release(strings[0].size());
      return text.Pass();
    }
    strings.at(i) = std::move(*text);
    // Held while the other one is made.
    if (i == 0) {
      heap.Charge(strings[0].size());
    }
  }
  heap.Release(strings[0].size());
  if (strings[0] != strings[1]) {
    const std::string expected = starlark::MakeMessage("\n", strings[0], "\n\n(was type: ");
    return EvalFailure("Not equal:\n(expected type: " + std::string(starlark::TypeName(values[0])) + ")" +
                       expected + starlark::MakeMessage(starlark::TypeName(values[1]), ")\n", strings[1]));
  }
  return Value::None();
}

Outcome<Value> RunFail(const Call& call) {
  if (Status exact = ExpectCount(call, 1); !exact.ok()) {
    return exact.Pass();
  }
  Outcome<std::string_view> text = TextOf(call.args.positional[0]);
  return text.ok() ? EvalFailure(starlark::MakeMessage("fail: ", *text)) : text.Pass();
}

Outcome<Value> RunTryTo(const Call& call) {
  if (Status exact = ExpectCount(call, 1); !exact.ok()) {
    return exact.Pass();
  }
  const Value function = call.args.positional[0];
  if (!starlark::IsCallable(function)) {
    return EvalFailure("expected argument to be a function, but was " + GoTypeName(function));
  }
  Heap& heap = call.interpreter.heap();
  Outcome<Value> result = call.interpreter.Call(function, std::span<const Value>(), call.at);
  if (result.ok()) {
    return heap.NewTuple({*result, Value::None()});
  }
  if (IsLimit(result.error())) {
    return result;
  }
  return heap.NewTuple({Value::None(), heap.NewString(std::move(result.error().message))});
}

Outcome<Value> RunCompared(const Call& call, ValueCheck (*make)(Value bound)) {
  if (Status exact = ExpectCount(call, 1); !exact.ok()) {
    return exact.Pass();
  }
  return NewAssertion(call.interpreter.heap(), "val", make(call.args.positional[0]));
}

Outcome<Value> RunLength(const Call& call, ValueCheck (*make)(int64_t bound)) {
  if (Status exact = ExpectCount(call, 1); !exact.ok()) {
    return exact.Pass();
  }
  Outcome<int64_t> bound = LengthBound(call.args.positional[0]);
  if (!bound.ok()) {
    return bound.Pass();
  }
  return NewAssertion(call.interpreter.heap(), "sequence", make(*bound));
}

Outcome<Value> RunNotNull(const Call& call) {
  const size_t given = call.args.positional.size();
  if (given > 1) {
    return EvalFailure("got " + std::to_string(given) + " arguments, want at most 1");
  }
  if (given == 1) {
    return Answer(call, NotNull(), call.args.positional[0], "fail: ");
  }
  return NewAssertion(call.interpreter.heap(), "value", NotNull());
}

// The keys of one_not_null: unset for all.
Outcome<Value> KeysOf(const Call& call) {
  if (call.args.positional.size() > 1) {
    return EvalFailure("got " + std::to_string(call.args.positional.size()) + " arguments, want 1");
  }
  if (call.args.positional.empty()) {
    return Value();
  }
  const Value keys = call.args.positional[0];
  if (keys.is_bool()) {
    return keys.boolean() ? Outcome<Value>(Value()) : EvalFailure("one_not_null() cannot be False");
  }
  if (!IsSequence(keys)) {
    return EvalFailure("expected a sequence of keys, but was a '" + std::string(starlark::TypeName(keys)) +
                       "'");
  }
  return keys;
}

Outcome<Value> RunOneNotNull(const Call& call) {
  Outcome<Value> keys = KeysOf(call);
  if (!keys.ok()) {
    return keys;
  }
  Heap& heap = call.interpreter.heap();
  auto check = [validator = OneNotNull(*keys)](const Call& inner) -> Outcome<Value> {
    const size_t given = inner.args.positional.size();
    if (given != 1) {
      return EvalFailure("check: got " + std::to_string(given) + " arguments, want 1");
    }
    return Answer(inner, validator, inner.args.positional[0], "check: ");
  };
  return WrapCheck(heap, heap.NewBuiltin("assert.one_not_null", std::move(check)));
}

Outcome<Value> RunOneOf(const Call& call) {
  const std::span<const Value> args = call.args.positional;
  if (args.empty()) {
    return EvalFailure("got 0 arguments, want at least 1");
  }
  Heap& heap = call.interpreter.heap();
  const Value allowed = args.size() == 1 ? args[0] : heap.NewTuple({args.begin(), args.end()});
  if (!IsSequence(allowed)) {
    return EvalFailure("expected a sequence, but was a '" + std::string(starlark::TypeName(allowed)) + "'");
  }
  return NewAssertion(heap, "val", OneOf(allowed));
}

}  // namespace

Value NewAssertion(Heap& heap, std::string parameter, ValueCheck validator) {
  auto check = [parameter = std::move(parameter),
                validator = std::move(validator)](const Call& call) -> Outcome<Value> {
    Outcome<Value> value = LambdaArgument(call, parameter);
    return value.ok() ? Answer(call, validator, *value, "fail: ") : std::move(value);
  };
  return WrapCheck(heap, heap.NewBuiltin("lambda", std::move(check)));
}

starlark::Module* MakeAssert(const ModuleBuild& build) {
  auto* module = build.heap.New<starlark::Module>("assert");
  Define(build.heap, *module, "equals", RunEquals);
  Define(build.heap, *module, "fail", RunFail);
  Define(build.heap, *module, "try_to", RunTryTo);
  Define(build.heap, *module, "min", [](const Call& call) { return RunCompared(call, AtLeast); });
  Define(build.heap, *module, "max", [](const Call& call) { return RunCompared(call, AtMost); });
  Define(build.heap, *module, "min_len", [](const Call& call) { return RunLength(call, LengthAtLeast); });
  Define(build.heap, *module, "max_len", [](const Call& call) { return RunLength(call, LengthAtMost); });
  Define(build.heap, *module, "not_null", RunNotNull);
  Define(build.heap, *module, "one_not_null", RunOneNotNull);
  Define(build.heap, *module, "one_of", RunOneOf);
  return module;
}

}  // namespace kval::modules
