#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/lang/starlark/error.h"
#include "src/lang/starlark/value.h"

namespace kval::starlark {

class Interpreter;

// Returns the attribute `value.name`: a method of a built-in type, a field of a struct, a member of a module,
// or an attribute of a host value. Unset if there is none.
Outcome<Value> Attribute(Interpreter& interpreter, Value value, std::string_view name);
// Returns the names of all attributes, sorted.
std::vector<std::string> AttributeNames(Value value);

}  // namespace kval::starlark
