#include "src/lang/starlark/attributes.h"

#include <algorithm>

#include "src/lang/starlark/host_value.h"
#include "src/lang/starlark/interpreter.h"
#include "src/lang/starlark/methods.h"
#include "src/lang/starlark/object.h"

namespace kval::starlark {

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

}  // namespace kval::starlark
