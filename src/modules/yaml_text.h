#pragma once

#include <string>
#include <string_view>

#include "src/lang/starlark/interpreter.h"

namespace kval::modules {

// What `yaml.encode(value)` gives: documents parted by `---`.
starlark::Outcome<std::string> YamlText(starlark::Interpreter& interpreter, starlark::Value value);

// What `yaml.decode(text)` gives. There must be exactly one document.
starlark::Outcome<starlark::Value> FromYamlText(starlark::Interpreter& interpreter, std::string_view text);

// Whether FromYamlText takes it.
bool IsYamlText(std::string_view text);

}  // namespace kval::modules
