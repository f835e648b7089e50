#pragma once

#include <string_view>

#include "src/lang/starlark/interpreter.h"

namespace kval::modules {

// Implements `json.decode(text)`: RFC 8259, with all numbers as floats, sorted keys, the last of equal keys,
// and the errors of Go's encoding/json. Iterative; maximum depth 1000.
starlark::Outcome<starlark::Value> FromJsonText(starlark::Interpreter& interpreter, std::string_view text);

// Whether FromJsonText takes it.
bool IsJsonText(std::string_view text);

}  // namespace kval::modules
