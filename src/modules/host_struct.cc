#include "src/modules/host_struct.h"

#include "src/lang/starlark/heap.h"
#include "src/lang/starlark/interpreter.h"
#include "src/lang/starlark/ops.h"

namespace kval::modules {

using starlark::Interpreter;
using starlark::Outcome;
using starlark::Value;

Value HostStruct::Find(std::string_view name) const {
  for (const starlark::Struct::Field& field : fields_) {
    if (field.first == name) {
      return field.second;
    }
  }
  return {};
}

Outcome<Value> HostStruct::Index(Interpreter&, Value key) {
  if (!key.is_string()) {
    return starlark::EvalFailure("expected a string, but was " + std::string(starlark::TypeName(key)));
  }
  const Value found = Find(key.text());
  if (!found.is_set()) {
    return starlark::EvalFailure("key " + starlark::BriefRepr(key) + " not in " + type_name_);
  }
  return found;
}

Outcome<Value> HostStruct::Attr(Interpreter&, std::string_view name) {
  return Find(name);
}

std::vector<std::string> HostStruct::AttrNames() const {
  std::vector<std::string> names;
  names.reserve(fields_.size());
  for (const starlark::Struct::Field& field : fields_) {
    names.push_back(field.first);
  }
  return names;
}

bool HostStruct::Iterate(Interpreter& interpreter, std::vector<Value>& items) {
  for (const starlark::Struct::Field& field : fields_) {
    items.push_back(interpreter.heap().NewString(field.first));
  }
  return true;
}

Outcome<Value> HostStruct::Contains(Interpreter&, Value item) {
  return Value::Bool(item.is_string() && Find(item.text()).is_set());
}

}  // namespace kval::modules
