#include <algorithm>

#include "src/lang/starlark/attributes.h"
#include "src/lang/starlark/builtins.h"
#include "src/lang/starlark/interpreter.h"
#include "src/lang/starlark/iterator.h"
#include "src/lang/starlark/methods.h"
#include "src/lang/starlark/operators.h"
#include "src/lang/starlark/ops.h"
#include "src/lang/starlark/unpack.h"
#include "src/support/utf8.h"

namespace kval::starlark {

EvalFailure Named(const Call& call, const std::string& text) {
  return EvalFailure(std::string(call.name) + ": " + text);
}

EvalFailure Named(const Call& call, EvalFailure failed) {
  std::unique_ptr<EvalError> error = std::move(failed).Take();
  if (!IsLimit(*error)) {
    error->message = std::string(call.name) + ": " + error->message;
  }
  return EvalFailure(std::move(error));
}

Status OneArgument(const Call& call, std::string_view expected) {
  if (!call.args.keywords.empty()) {
    return EvalFailure(std::string(call.name) + " does not accept keyword arguments");
  }
  if (call.args.positional.size() != 1) {
    return Named(call, "got " + std::to_string(call.args.positional.size()) + " arguments, want " +
                           std::string(expected));
  }
  return Success{};
}

namespace {

Outcome<Value> AnyOrAll(const Call& call, bool stops_at) {
  Value iterable;
  if (Status taken = UnpackPositional(call, 1, {{"x", IterableTarget{&iterable}}}); !taken) {
    return taken.Pass();
  }
  Iterator iterator(call.interpreter, iterable);
  for (Value item; iterator.Next(item);) {
    if (Status step = call.interpreter.Step(); !step) {
      return step.Pass();
    }
    if (Truth(item) == stops_at) {
      return Value::Bool(stops_at);
    }
  }
  return Value::Bool(!stops_at);
}

Outcome<Value> Bool(const Call& call) {
  Value value = Value::Bool(false);
  if (Status taken = UnpackPositional(call, 0, {{"x", &value}}); !taken) {
    return taken.Pass();
  }
  return Value::Bool(Truth(value));
}

Outcome<Value> Dir(const Call& call) {
  if (Status taken = OneArgument(call); !taken) {
    return taken.Pass();
  }
  std::vector<Value> names;
  for (std::string& name : AttributeNames(call.args.positional[0])) {
    names.push_back(call.interpreter.heap().NewString(std::move(name)));
  }
  return call.interpreter.heap().NewList(std::move(names));
}

Outcome<Value> Enumerate(const Call& call) {
  Value iterable;
  int64_t start = 0;
  if (Status taken = UnpackPositional(call, 1, {{"x", IterableTarget{&iterable}}, {"start", &start}});
      !taken) {
    return taken.Pass();
  }
  std::vector<Value> pairs;
  Iterator iterator(call.interpreter, iterable);
  for (Value item; iterator.Next(item);) {
    if (Status step = call.interpreter.Step(); !step) {
      return step.Pass();
    }
    pairs.push_back(
        call.interpreter.heap().NewTuple({Value::Int(start + static_cast<int64_t>(pairs.size())), item}));
  }
  return call.interpreter.heap().NewList(std::move(pairs));
}

// The arguments of print and fail as one text.
Outcome<std::string> Joined(const Call& call) {
  std::string_view separator = " ";
  const Call keywords{call.interpreter, call.name, {}, {{}, call.args.keywords, {}}, call.at};
  if (Status taken = UnpackArgs(keywords, {{"sep?", &separator}}); !taken) {
    return taken.Pass();
  }
  std::string text;
  for (size_t i = 0; i < call.args.positional.size(); ++i) {
    text += i > 0 ? separator : std::string_view();
    const Value& arg = call.args.positional[i];
    const size_t size = arg.is_string() ? arg.text().size() : 0;
    if (!call.interpreter.heap().AllowsText(text.size() + size)) {
      return OutOfMemory(call.interpreter.heap());
    }
    if (arg.is_string()) {
      text += arg.text();
    } else {
      text += Str(arg);
    }
  }
  return text;
}

Outcome<Value> Fail(const Call& call) {
  Outcome<std::string> text = Joined(call);
  if (!text) {
    return text.Pass();
  }
  return EvalFailure(MakeMessage("fail: ", *text));
}

Outcome<Value> Print(const Call& call) {
  Outcome<std::string> text = Joined(call);
  if (!text) {
    return text.Pass();
  }
  // The host keeps the text until the end of the run, with spare capacity, and copies it to the output.
  constexpr size_t kHeld = 3;
  Heap& heap = call.interpreter.heap();
  heap.work().AddBytes(text->size());
  heap.Charge(kHeld * (text->size() + 1));
  if (heap.exhausted()) {
    return OutOfMemory(heap);
  }
  if (call.interpreter.options().print) {
    call.interpreter.options().print(*text);
  }
  return Value::None();
}

Outcome<Value> GetAttr(const Call& call) {
  Value object;
  Value fallback;
  std::string_view name;
  if (Status taken = UnpackPositional(call, 2, {{"x", &object}, {"name", &name}, {"default", &fallback}});
      !taken) {
    return taken.Pass();
  }
  Outcome<Value> found = Attribute(call.interpreter, object, name);
  if (found && found->is_set()) {
    return found;
  }
  if (fallback.is_set()) {
    return fallback;
  }
  if (!found) {
    return Named(call, found.Pass());
  }
  return Named(call, std::string(TypeName(object)) + " has no ." + std::string(name) + " field or method");
}

Outcome<Value> HasAttr(const Call& call) {
  Value object;
  std::string_view name;
  if (Status taken = UnpackPositional(call, 2, {{"x", &object}, {"name", &name}}); !taken) {
    return taken.Pass();
  }
  Outcome<Value> found = Attribute(call.interpreter, object, name);
  if (found) {
    return Value::Bool(found->is_set());
  }
  const std::vector<std::string> names = AttributeNames(object);
  return Value::Bool(std::find(names.begin(), names.end(), name) != names.end());
}

// java.lang.String.hashCode over code points, as starlark-go has it.
Outcome<Value> HashText(const Call& call) {
  std::string_view text;
  if (Status taken = UnpackPositional(call, 1, {{"x", &text}}); !taken) {
    return taken.Pass();
  }
  call.interpreter.heap().work().AddSlowBytes(text.size());
  uint32_t hash = 0;
  for (size_t i = 0; i < text.size();) {
    const utf8::CodePoint point = utf8::Decode(text, i);
    hash = 31 * hash + static_cast<uint32_t>(point.value);
    i += point.length;
  }
  return Value::Int(static_cast<int32_t>(hash));
}

Outcome<Value> Len(const Call& call) {
  Value value;
  if (Status taken = UnpackPositional(call, 1, {{"x", &value}}); !taken) {
    return taken.Pass();
  }
  const int64_t length = Length(value);
  if (length < 0) {
    return Named(call, "value of type " + std::string(TypeName(value)) + " has no len");
  }
  return Value::Int(length);
}

// The items of the optional argument of list, tuple, set and reversed.
Status TakeItems(const Call& call, size_t required, std::vector<Value>& items) {
  Value iterable;
  if (Status taken = UnpackPositional(call, required, {{"x", IterableTarget{&iterable}}}); !taken) {
    return taken;
  }
  if (iterable.is_set()) {
    if (Outcome<bool> done = Items(call.interpreter, iterable, items); !done) {
      return done.Pass();
    }
  }
  return Success{};
}

Outcome<Value> MakeList(const Call& call) {
  std::vector<Value> items;
  if (Status taken = TakeItems(call, 0, items); !taken) {
    return taken.Pass();
  }
  return call.interpreter.heap().NewList(std::move(items));
}

Outcome<Value> MakeTuple(const Call& call) {
  std::vector<Value> items;
  if (Status taken = TakeItems(call, 0, items); !taken) {
    return taken.Pass();
  }
  return call.interpreter.heap().NewTuple(std::move(items));
}

Outcome<Value> Reversed(const Call& call) {
  std::vector<Value> items;
  if (Status taken = TakeItems(call, 1, items); !taken) {
    return taken.Pass();
  }
  std::reverse(items.begin(), items.end());
  return call.interpreter.heap().NewList(std::move(items));
}

Outcome<Value> MakeSet(const Call& call) {
  std::vector<Value> items;
  if (Status taken = TakeItems(call, 0, items); !taken) {
    return taken.Pass();
  }
  Set* set = call.interpreter.heap().NewSet();
  for (const Value item : items) {
    if (Status inserted = SetInsert(call.interpreter, *set, item); !inserted) {
      return Named(call, inserted.Pass());
    }
  }
  return Value(set);
}

Outcome<Value> MakeRange(const Call& call) {
  int64_t start = 0;
  int64_t stop = 0;
  int64_t step = 1;
  if (Status taken = UnpackPositional(call, 1, {{"start", &start}, {"stop", &stop}, {"step", &step}});
      !taken) {
    return taken.Pass();
  }
  if (call.args.positional.size() == 1) {
    stop = start;
    start = 0;
  }
  if (step == 0) {
    return Named(call, "step argument must not be zero");
  }
  Range* range = call.interpreter.heap().New<Range>(start, stop, step);
  if (range->length() < 0) {
    return Named(call, "the range is too long");
  }
  return Value(range);
}

Outcome<Value> MakeRepr(const Call& call) {
  Value value;
  if (Status taken = UnpackPositional(call, 1, {{"x", &value}}); !taken) {
    return taken.Pass();
  }
  return call.interpreter.heap().NewString(Repr(value));
}

Outcome<Value> MakeStr(const Call& call) {
  if (Status taken = OneArgument(call, "exactly 1"); !taken) {
    return taken.Pass();
  }
  const Value value = call.args.positional[0];
  return value.is_string() ? value : call.interpreter.heap().NewString(Str(value));
}

Outcome<Value> Type(const Call& call) {
  if (Status taken = OneArgument(call, "exactly 1"); !taken) {
    return taken.Pass();
  }
  return call.interpreter.heap().NewString(TypeName(call.args.positional[0]));
}

Outcome<Value> Zip(const Call& call) {
  if (!call.args.keywords.empty()) {
    return EvalFailure("zip does not accept keyword arguments");
  }
  std::vector<std::vector<Value>> columns;
  size_t rows = 0;
  for (const Value argument : call.args.positional) {
    std::vector<Value>& column = columns.emplace_back();
    Outcome<bool> taken = Items(call.interpreter, argument, column);
    if (!taken) {
      return taken.Pass();
    }
    if (!*taken) {
      return Named(call, "argument #" + std::to_string(columns.size()) +
                             " is not iterable: " + std::string(TypeName(argument)));
    }
    rows = columns.size() == 1 ? column.size() : std::min(rows, column.size());
  }
  std::vector<Value> result;
  for (size_t row = 0; row < rows; ++row) {
    if (Status step = call.interpreter.Step(); !step) {
      return step.Pass();
    }
    std::vector<Value> tuple;
    for (const std::vector<Value>& column : columns) {
      tuple.push_back(column[row]);
    }
    result.push_back(call.interpreter.heap().NewTuple(std::move(tuple)));
  }
  return call.interpreter.heap().NewList(std::move(result));
}

Outcome<Value> MakeDict(const Call& call) {
  Dict* dict = call.interpreter.heap().NewDict();
  if (Status done = UpdateDict(call, *dict); !done) {
    return done.Pass();
  }
  return Value(dict);
}

constexpr Method kFunctions[] = {
    {"all", With<AnyOrAll, false>},
    {"any", With<AnyOrAll, true>},
    {"bool", Bool},
    {"chr", Chr},
    {"dict", MakeDict},
    {"dir", Dir},
    {"enumerate", Enumerate},
    {"fail", Fail},
    {"float", Float},
    {"getattr", GetAttr},
    {"hasattr", HasAttr},
    {"hash", HashText},
    {"int", Int},
    {"len", Len},
    {"list", MakeList},
    {"max", Max},
    {"min", Min},
    {"ord", Ord},
    {"print", Print},
    {"range", MakeRange},
    {"repr", MakeRepr},
    {"reversed", Reversed},
    {"set", MakeSet},
    {"sorted", Sorted},
    {"str", MakeStr},
    {"tuple", MakeTuple},
    {"type", Type},
    {"zip", Zip},
};

}  // namespace

std::span<const Method> UniverseFunctions() {
  return kFunctions;
}

void DefineUniverse(Heap& heap, Environment& universe) {
  universe.Define("None", Value::None());
  universe.Define("True", Value::Bool(true));
  universe.Define("False", Value::Bool(false));
  for (const Method& function : UniverseFunctions()) {
    universe.Define(function.name, heap.NewBuiltin(std::string(function.name), function.run));
  }
}

}  // namespace kval::starlark
