#include "src/lang/starlark/ops.h"

#include <algorithm>
#include <unordered_set>

#include "src/lang/starlark/function.h"
#include "src/lang/starlark/integer.h"
#include "src/lang/starlark/interpreter.h"
#include "src/lang/starlark/iterator.h"
#include "src/lang/starlark/methods.h"

namespace kval::starlark {

std::string_view TypeName(Value value) {
  switch (value.kind()) {
    case Kind::kUnset:
      return "unset";
    case Kind::kNone:
      return "NoneType";
    case Kind::kBool:
      return "bool";
    case Kind::kInt:
    case Kind::kBigInt:
      return "int";
    case Kind::kFloat:
      return "float";
    case Kind::kString:
      return "string";
    case Kind::kList:
      return "list";
    case Kind::kTuple:
      return "tuple";
    case Kind::kDict:
      return "dict";
    case Kind::kSet:
      return "set";
    case Kind::kRange:
      return "range";
    case Kind::kStringIterable:
      return value.As<StringIterable>()->by_codepoint() ? "codepoints" : "elems";
    case Kind::kFunction:
      return "function";
    case Kind::kBuiltin:
      return "builtin_function_or_method";
    case Kind::kStruct:
      return "struct";
    case Kind::kModule:
      return "module";
    case Kind::kHost:
      return value.As<HostValue>()->TypeName();
    case Kind::kCell:
      return "cell";
  }
  return "unset";
}

bool Truth(Value value) {
  switch (value.kind()) {
    case Kind::kUnset:
    case Kind::kNone:
      return false;
    case Kind::kBool:
      return value.boolean();
    case Kind::kInt:
      return value.integer() != 0;
    case Kind::kFloat:
      return value.real() != 0.0;
    case Kind::kHost:
      return value.As<HostValue>()->Truth();
    case Kind::kString:
    case Kind::kList:
    case Kind::kTuple:
    case Kind::kDict:
    case Kind::kSet:
    case Kind::kRange:
    case Kind::kStruct:
      return Length(value) > 0;
    case Kind::kBigInt:
    case Kind::kStringIterable:
    case Kind::kFunction:
    case Kind::kBuiltin:
    case Kind::kModule:
    case Kind::kCell:
      return true;
  }
  return true;
}

int64_t Length(Value value) {
  switch (value.kind()) {
    case Kind::kString:
      return static_cast<int64_t>(value.text().size());
    case Kind::kList:
      return static_cast<int64_t>(value.As<List>()->items().size());
    case Kind::kTuple:
      return static_cast<int64_t>(value.As<Tuple>()->items().size());
    case Kind::kDict:
      return static_cast<int64_t>(value.As<Dict>()->size());
    case Kind::kSet:
      return static_cast<int64_t>(value.As<Set>()->size());
    case Kind::kRange:
      return value.As<Range>()->length();
    case Kind::kStruct:
      return static_cast<int64_t>(value.As<Struct>()->fields().size());
    case Kind::kHost:
      return value.As<HostValue>()->Length().value_or(-1);
    default:
      return -1;
  }
}

bool IsCallable(Value value) {
  return value.kind() == Kind::kFunction || value.kind() == Kind::kBuiltin ||
         (value.kind() == Kind::kHost && value.As<HostValue>()->IsCallable());
}

bool IsIterable(Value value) {
  switch (value.kind()) {
    case Kind::kList:
    case Kind::kTuple:
    case Kind::kDict:
    case Kind::kSet:
    case Kind::kRange:
    case Kind::kStringIterable:
    case Kind::kStruct:
      return true;
    case Kind::kHost:
      return value.As<HostValue>()->IsIterable();
    default:
      return false;
  }
}

Outcome<bool> Items(Interpreter& interpreter, Value value, std::vector<Value>& items) {
  Iterator iterator(interpreter, value);
  if (!iterator.is_iterable()) {
    return false;
  }
  const int64_t length = Length(value);
  if (length > 0 && !interpreter.heap().Allows(static_cast<size_t>(length) * sizeof(Value))) {
    return OutOfMemory(interpreter.heap());
  }
  if (length > 0) {
    items.reserve(items.size() + static_cast<size_t>(length));
  }
  for (Value item; iterator.Next(item);) {
    items.push_back(item);
    if (Status step = items.size() % 64 == 0 ? interpreter.Step(64) : Status(Done{}); !step) {
      return step.Pass();
    }
  }
  return true;
}

Outcome<Value> Attribute(Interpreter& interpreter, Value value, std::string_view name) {
  switch (value.kind()) {
    case Kind::kString:
    case Kind::kList:
    case Kind::kDict:
    case Kind::kSet:
      if (const Method* method = FindMethod(value.kind(), name)) {
        return interpreter.heap().NewBuiltin(std::string(method->name), method->run, value);
      }
      return Value();
    case Kind::kStruct:
      return value.As<Struct>()->Find(name);
    case Kind::kModule:
      return value.As<Module>()->Find(name);
    case Kind::kHost:
      return value.As<HostValue>()->Attr(interpreter, name);
    default:
      return Value();
  }
}

std::vector<std::string> AttributeNames(Value value) {
  std::vector<std::string> names;
  switch (value.kind()) {
    case Kind::kString:
    case Kind::kList:
    case Kind::kDict:
    case Kind::kSet:
      for (const Method& method : MethodsOf(value.kind())) {
        names.emplace_back(method.name);
      }
      break;
    case Kind::kStruct:
      for (const Struct::Field& field : value.As<Struct>()->fields()) {
        names.push_back(field.first);
      }
      break;
    case Kind::kModule: {
      const Module* module = value.As<Module>();
      for (size_t slot = 0; slot < module->size(); ++slot) {
        if (module->member(slot).is_set()) {
          names.emplace_back(module->member_name(slot));
        }
      }
      break;
    }
    case Kind::kHost:
      names = value.As<HostValue>()->AttrNames();
      break;
    default:
      break;
  }
  std::sort(names.begin(), names.end());
  return names;
}

namespace {

// Marks one object; false when it needs no visit.
bool FreezeOne(Value value) {
  switch (value.kind()) {
    case Kind::kList:
    case Kind::kDict:
    case Kind::kSet: {
      auto* container = static_cast<Mutable*>(value.object());
      if (container->frozen()) {
        return false;
      }
      container->Freeze();
      return true;
    }
    case Kind::kHost:
      value.As<HostValue>()->Freeze();
      return false;
    default:
      return value.is_object() && value.kind() != Kind::kString;
  }
}

void PushAll(const std::vector<Value>& values, std::vector<Value>& work) {
  work.insert(work.end(), values.begin(), values.end());
}

void PushTable(const HashTable& table, std::vector<Value>& work) {
  for (const HashTable::Entry& entry : table.entries()) {
    work.push_back(entry.key);
    work.push_back(entry.value);
  }
}

void PushChildren(Value value, std::vector<Value>& work) {
  switch (value.kind()) {
    case Kind::kList:
      PushAll(value.As<List>()->items(), work);
      break;
    case Kind::kTuple:
      PushAll(value.As<Tuple>()->items(), work);
      break;
    case Kind::kDict:
      PushTable(value.As<Dict>()->table(), work);
      break;
    case Kind::kSet:
      PushTable(value.As<Set>()->table(), work);
      break;
    case Kind::kFunction:
      PushAll(value.As<Function>()->fallbacks(), work);
      for (Cell* cell : value.As<Function>()->captured()) {
        work.push_back(cell->value);
      }
      break;
    case Kind::kBuiltin:
      work.push_back(value.As<Builtin>()->receiver());
      break;
    case Kind::kStruct:
      for (const Struct::Field& field : value.As<Struct>()->fields()) {
        work.push_back(field.second);
      }
      break;
    case Kind::kModule:
      for (size_t slot = 0; slot < value.As<Module>()->size(); ++slot) {
        work.push_back(value.As<Module>()->member(slot));
      }
      break;
    default:
      break;
  }
}

}  // namespace

void FreezeDeep(Value value) {
  std::vector<Value> work = {value};
  // Tuples, functions and structs carry no mark of their own; each is visited once.
  std::unordered_set<Object*> seen;
  while (!work.empty()) {
    const Value next = work.back();
    work.pop_back();
    if (next.is_object() && seen.insert(next.object()).second && FreezeOne(next)) {
      PushChildren(next, work);
    }
  }
}

}  // namespace kval::starlark
