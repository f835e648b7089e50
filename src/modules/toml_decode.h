#pragma once

#include <string_view>

#include "src/lang/starlark/interpreter.h"

namespace kval::modules {

// Implements `toml.decode(text)`: TOML 1.0 with sorted keys; dates and times become strings (RFC 3339),
// because Starlark has no such types.
starlark::Outcome<starlark::Value> FromTomlText(starlark::Interpreter& interpreter, std::string_view text);

}  // namespace kval::modules
