#include "src/modules/native.h"

#include <algorithm>
#include <array>

#include "src/lang/starlark/numbers.h"
#include "src/lang/starlark/ops.h"

namespace kval::modules {
namespace {

constexpr std::array<std::string_view, 4> kCounts = {"expected no argument", "expected exactly one argument",
                                                     "expected exactly two arguments",
                                                     "expected exactly 3 arguments"};

}  // namespace

Value NewNative(Heap& heap, std::string name, starlark::NativeFunction run, Keeps keeps) {
  const bool keeps_nothing = keeps == Keeps::kStateless || starlark::Builtin::IsStateless(run);
  const auto counted = [run = std::move(run)](const Call& call) -> Outcome<Value> {
    // Operations on strings cost steps in proportion to the length.
    for (const Value argument : call.args.positional) {
      call.interpreter.heap().work().AddSlowBytes(argument.is_string() ? argument.text().size() : 0);
    }
    if (Status step = call.interpreter.Step(0); !step.ok()) {
      return step.Pass();
    }
    Outcome<Value> result = run(call);
    if (!result.ok() && !IsLimit(result.error())) {
      result.error().message.insert(0, std::string(call.name) + ": ");
    }
    return result;
  };
  return heap.NewBuiltin(std::move(name), counted, {}, keeps_nothing ? Keeps::kStateless : Keeps::kUnknown);
}

void Define(Heap& heap, starlark::Module& module, std::string_view function, starlark::NativeFunction run) {
  module.Define(function, NewNative(heap, module.name() + "." + std::string(function), std::move(run),
                                    Keeps::kStateless));
}

void DefineText(Heap& heap, starlark::Module& module, std::string_view function, TextFunction run) {
  Define(heap, module, function, [run = std::move(run)](const Call& call) -> Outcome<Value> {
    Outcome<std::string_view> text = GetSingleString(call);
    return text.ok() ? run(call, *text) : text.Pass();
  });
}

starlark::Struct::Field NewMethod(Heap& heap, std::string name, std::string full_name,
                                  std::function<Value(Heap& heap)> make) {
  auto run = [make = std::move(make)](const Call& call) -> Outcome<Value> {
    if (Status exact = ExpectExactly(call, 0); !exact.ok()) {
      return exact.Pass();
    }
    return make(call.interpreter.heap());
  };
  // The field, and the captures of two functions.
  heap.Charge(sizeof(starlark::Struct::Field) + 2 * sizeof run + full_name.size() + 64);
  return {std::move(name), NewNative(heap, std::move(full_name), std::move(run))};
}

Status ExpectExactly(const Call& call, size_t count) {
  if (call.args.positional.size() != count) {
    return EvalFailure(std::string(kCounts.at(count)));
  }
  return starlark::Success{};
}

Status ExpectCount(const Call& call, size_t count) {
  if (call.args.positional.size() != count) {
    return EvalFailure("got " + std::to_string(call.args.positional.size()) + " arguments, want " +
                       std::to_string(count));
  }
  return starlark::Success{};
}

Status ExpectKeywords(const Call& call, std::initializer_list<std::string_view> allowed) {
  for (const starlark::KeywordArg& keyword : call.args.keywords) {
    if (std::find(allowed.begin(), allowed.end(), keyword.name) == allowed.end()) {
      return EvalFailure("invalid argument name: " + std::string(keyword.name));
    }
  }
  return starlark::Success{};
}

Outcome<std::string_view> TextOf(Value value) {
  if (!value.is_string()) {
    return EvalFailure("expected a string, but was " + std::string(starlark::TypeName(value)));
  }
  return value.text();
}

Outcome<std::string_view> GetSingleString(const Call& call) {
  if (Status exact = ExpectExactly(call, 1); !exact.ok()) {
    return exact.Pass();
  }
  return TextOf(call.args.positional[0]);
}

Outcome<bool> BoolKeyword(const Call& call, std::string_view name, bool absent) {
  const Value value = call.args.Keyword(name);
  if (!value.is_set()) {
    return absent;
  }
  if (!value.is_bool()) {
    return EvalFailure("expected starlark.Bool, but was " + GoTypeName(value));
  }
  return value.boolean();
}

Outcome<int64_t> IntKeyword(const Call& call, std::string_view name, int64_t absent) {
  const Value value = call.args.Keyword(name);
  if (!value.is_set()) {
    return absent;
  }
  if (!value.is_int()) {
    return EvalFailure("expected starlark.Int, but was " + GoTypeName(value));
  }
  if (value.kind() != starlark::Kind::kInt) {
    return EvalFailure("expected int64 value");
  }
  return value.integer();
}

Outcome<size_t> IndentKeyword(const Call& call, std::initializer_list<std::string_view> allowed) {
  constexpr int64_t kMaxIndent = 8;
  if (Status exact = ExpectExactly(call, 1); !exact.ok()) {
    return exact.Pass();
  }
  if (Status known = ExpectKeywords(call, allowed); !known.ok()) {
    return known.Pass();
  }
  Outcome<int64_t> indent = IntKeyword(call, "indent", 0);
  if (!indent.ok()) {
    return indent.Pass();
  }
  if (*indent < 0 || *indent > kMaxIndent) {
    return EvalFailure("indent value must be between 0 and 8");
  }
  return static_cast<size_t>(*indent);
}

Outcome<double> RealOf(Value value) {
  if (value.is_int()) {
    return starlark::IntToDouble(value);
  }
  if (!value.is_float()) {
    return EvalFailure("expected float value, but was " + GoTypeName(value));
  }
  return value.real();
}

std::string GoTypeName(Value value) {
  using starlark::Kind;
  switch (value.kind()) {
    case Kind::kUnset:
    case Kind::kNone:
      return "starlark.NoneType";
    case Kind::kBool:
      return "starlark.Bool";
    case Kind::kInt:
    case Kind::kBigInt:
      return "starlark.Int";
    case Kind::kFloat:
      return "starlark.Float";
    case Kind::kString:
      return "starlark.String";
    case Kind::kList:
      return "*starlark.List";
    case Kind::kTuple:
      return "starlark.Tuple";
    case Kind::kDict:
      return "*starlark.Dict";
    case Kind::kSet:
      return "*starlark.Set";
    case Kind::kRange:
      return "starlark.rangeValue";
    case Kind::kStringIterable:
      return "starlark.stringIterable";
    case Kind::kFunction:
      return "*starlark.Function";
    case Kind::kBuiltin:
      return "*starlark.Builtin";
    case Kind::kStruct:
      return "*core.StarlarkStruct";
    case Kind::kModule:
      return "*starlarkstruct.Module";
    case Kind::kHost:
    case Kind::kCell:
      return std::string(starlark::TypeName(value));
  }
  return {};
}

}  // namespace kval::modules
