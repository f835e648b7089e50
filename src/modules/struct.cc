#include <limits>
#include <string>

#include "src/lang/starlark/integer.h"
#include "src/lang/starlark/iterator.h"
#include "src/lang/starlark/ops.h"
#include "src/modules/builders.h"
#include "src/modules/encode.h"
#include "src/modules/native.h"

// Source: ytt pkg/yttlibrary/struct.go.
namespace kval::modules {
namespace {

constexpr size_t kDepth = 1000;

enum class MapsAs : uint8_t { kStructs, kDicts };

// Makes a copy of plain values: every sequence a list, every map a struct or a dict. Neither
// fragments nor ranges are plain values, as in ytt.
class Rebuilder {
 public:
  Rebuilder(Interpreter& interpreter, MapsAs maps) : interpreter_(interpreter), maps_(maps) {}

  Outcome<Value> Rebuild(Value value) {
    if (Status step = interpreter_.Step(); !step.ok()) {
      return step.Pass();
    }
    using starlark::Kind;
    switch (value.kind()) {
      case Kind::kList:
      case Kind::kTuple:
      case Kind::kSet:
        return Deeper([&] { return RebuildItems(value); });
      case Kind::kDict:
        return Deeper([&] { return RebuildDict(*value.As<starlark::Dict>()); });
      case Kind::kStruct:
        return Deeper([&] { return RebuildFields(value.As<starlark::Struct>()->fields()); });
      case Kind::kHost:
        if (const auto* refusing = value.AsHost<Unencodable>()) {
          return EvalFailure("Unable to convert value: " + refusing->ConversionHint());
        }
        if (value.AsHost<Encodable>() != nullptr) {
          return EvalFailure("Unable to convert value: " + std::string(starlark::TypeName(value)) +
                             " does not encode")
              .Hint("`yaml.decode(yaml.encode(…))` makes plain values of it");
        }
        return value;
      case Kind::kBigInt: {
        const starlark::Integer integer = starlark::ToInteger(value);
        if (integer < 0 || integer > std::numeric_limits<uint64_t>::max()) {
          return EvalFailure("Unable to convert value: int " + starlark::IntText(value) +
                             " does not fit into 64 bits");
        }
        return value;
      }
      case Kind::kRange:
        return EvalFailure("Unable to convert value: a range does not encode")
            .Hint("`list(range(…))` makes a list of it");
      case Kind::kFunction:
      case Kind::kBuiltin:
      case Kind::kModule:
        return EvalFailure("Unable to convert value: " + std::string(starlark::TypeName(value)) +
                           " does not encode");
      default:
        return value;
    }
  }

 private:
  template <typename Body>
  Outcome<Value> Deeper(Body body) {
    if (depth_ == kDepth) {
      return EvalFailure("Unable to convert value: it is nested too deeply or holds itself");
    }
    ++depth_;
    Outcome<Value> made = body();
    --depth_;
    return made;
  }

  Outcome<Value> RebuildItems(Value value) {
    std::vector<Value> items;
    if (Outcome<bool> listed = starlark::Items(interpreter_, value, items); !listed.ok()) {
      return listed.Pass();
    }
    for (Value& item : items) {
      Outcome<Value> made = Rebuild(item);
      if (!made.ok()) {
        return made;
      }
      item = *made;
    }
    return interpreter_.heap().NewList(std::move(items));
  }

  Outcome<Value> RebuildDict(const starlark::Dict& dict) {
    std::vector<std::pair<Value, Value>> entries;
    for (const starlark::HashTable::Entry& entry : dict.table().entries()) {
      if (!entry.key.is_set()) {
        continue;
      }
      if (maps_ == MapsAs::kStructs && !entry.key.is_string()) {
        return EvalFailure("expected struct key " + starlark::BriefRepr(entry.key) + " to be string");
      }
      entries.emplace_back(entry.key, entry.value);
    }
    return NewMap(entries);
  }

  Outcome<Value> RebuildFields(const std::vector<starlark::Struct::Field>& fields) {
    std::vector<std::pair<Value, Value>> entries;
    for (const starlark::Struct::Field& field : fields) {
      entries.emplace_back(interpreter_.heap().NewString(field.first), field.second);
    }
    return NewMap(entries);
  }

  Outcome<Value> NewMap(const std::vector<std::pair<Value, Value>>& entries) {
    std::vector<starlark::Struct::Field> fields;
    starlark::Dict* dict = maps_ == MapsAs::kDicts ? interpreter_.heap().NewDict() : nullptr;
    for (const auto& [key, value] : entries) {
      Outcome<Value> made = Rebuild(value);
      if (!made.ok()) {
        return made;
      }
      if (dict == nullptr) {
        fields.emplace_back(key.text(), *made);
      } else if (Outcome<bool> added = dict->mutable_table().Insert(key, *made); !added.ok()) {
        return added.Pass();
      }
    }
    return dict == nullptr ? interpreter_.heap().NewStruct(std::move(fields)) : Value(dict);
  }

  Interpreter& interpreter_;
  MapsAs maps_;
  size_t depth_ = 0;
};

Outcome<Value> RunRebuild(const Call& call, MapsAs maps) {
  if (Status exact = ExpectExactly(call, 1); !exact.ok()) {
    return exact.Pass();
  }
  return Rebuilder(call.interpreter, maps).Rebuild(call.args.positional[0]);
}

Outcome<Value> RunMake(const Call& call) {
  if (!call.args.positional.empty()) {
    return EvalFailure("unexpected positional arguments (structs are made from keyword arguments only)");
  }
  std::vector<starlark::Struct::Field> fields;
  for (const starlark::KeywordArg& keyword : call.args.keywords) {
    fields.emplace_back(keyword.name, keyword.value);
  }
  return call.interpreter.heap().NewStruct(std::move(fields));
}

// A function that calls `bound[0]` with the rest of `bound` in front of its arguments.
Value Bind(Heap& heap, std::vector<Value> bound) {
  return NewNative(heap, "struct.bind_result", [bound = std::move(bound)](const Call& call) {
    std::vector<Value> positional(bound.begin() + 1, bound.end());
    positional.insert(positional.end(), call.args.positional.begin(), call.args.positional.end());
    return call.interpreter.Call(bound[0], starlark::Args{positional, call.args.keywords, {}}, call.at);
  });
}

Outcome<Value> RunBind(const Call& call) {
  const std::span<const Value> args = call.args.positional;
  if (args.size() < 2) {
    return EvalFailure("expected at least two arguments");
  }
  return Bind(call.interpreter.heap(), {args.begin(), args.end()});
}

Outcome<Value> RunMakeAndBind(const Call& call) {
  if (call.args.positional.size() != 1) {
    return EvalFailure("expected at exactly one argument");
  }
  Heap& heap = call.interpreter.heap();
  std::vector<starlark::Struct::Field> fields;
  for (const starlark::KeywordArg& keyword : call.args.keywords) {
    const bool is_function = starlark::IsCallable(keyword.value);
    fields.emplace_back(keyword.name,
                        is_function ? Bind(heap, {keyword.value, call.args.positional[0]}) : keyword.value);
  }
  return heap.NewStruct(std::move(fields));
}

}  // namespace

starlark::Module* MakeStruct(const ModuleBuild& build) {
  auto* module = build.heap.New<starlark::Module>("struct");
  Define(build.heap, *module, "make", RunMake);
  Define(build.heap, *module, "make_and_bind", RunMakeAndBind);
  Define(build.heap, *module, "bind", RunBind);
  Define(build.heap, *module, "encode", [](const Call& call) { return RunRebuild(call, MapsAs::kStructs); });
  Define(build.heap, *module, "decode", [](const Call& call) { return RunRebuild(call, MapsAs::kDicts); });
  return module;
}

}  // namespace kval::modules
