#pragma once

#include <string_view>

#include "src/lang/starlark/interpreter.h"

namespace kval::modules {

// What `json.decode(text)` gives: RFC 8259, with all numbers as floats, keys sorted, the last of equal keys,
// and errors in the words of Go's encoding/json. Iterative; nested at most 1000 deep.
starlark::Outcome<starlark::Value> FromJsonText(starlark::Interpreter& interpreter, std::string_view text);

// Whether FromJsonText takes it.
bool IsJsonText(std::string_view text);

}  // namespace kval::modules
