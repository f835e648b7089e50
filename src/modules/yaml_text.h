#pragma once

#include <string>
#include <string_view>

#include "src/lang/starlark/interpreter.h"

namespace kval::modules {

// Implements `yaml.encode(value)`: documents are separated by `---`.
starlark::Outcome<std::string> YamlText(starlark::Interpreter& interpreter, starlark::Value value);

// Implements `yaml.decode(text)`. Requires exactly one document.
starlark::Outcome<starlark::Value> FromYamlText(starlark::Interpreter& interpreter, std::string_view text);

// Whether FromYamlText takes it.
bool IsYamlText(std::string_view text);

}  // namespace kval::modules
