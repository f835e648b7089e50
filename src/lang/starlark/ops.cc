#include "src/lang/starlark/ops.h"

#include <unordered_set>

#include "src/lang/starlark/function.h"

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

std::string MisuseHint(Value value) {
  if (value.is_none()) {
    return "the value is null here: give it one, or test it first, as in `if x:`";
  }
  if (const Function* function = value.As<Function>()) {
    const bool has_name = function->name().find_first_not_of(
                              "_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                              "0123456789") == std::string_view::npos;
    const std::string name(has_name && function->name() != "lambda" ? function->name() : "f");
    return "call the function: `" + name + (function->code().params.empty() ? "()`" : "(…)`");
  }
  if (const Builtin* builtin = value.As<Builtin>()) {
    return "call the function: `" + builtin->name() + "(…)`";
  }
  return {};
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
      for (CaptureCell* cell : value.As<Function>()->captured()) {
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
  // Tuples, functions and structs have no mark, so visited ones are recorded here.
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
