#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/lang/starlark/error.h"
#include "src/lang/starlark/value.h"

namespace kval::starlark {

class Interpreter;

// `x.name`: methods of the language's own types, fields of structs, members of modules, and what host values
// have. Unset when there is no such attribute.
Outcome<Value> Attribute(Interpreter& interpreter, Value value, std::string_view name);
// The names, sorted.
std::vector<std::string> AttributeNames(Value value);

}  // namespace kval::starlark
