#pragma once

#include <string>
#include <string_view>

#include "src/json/reader.h"
#include "src/lang/starlark/interpreter.h"

namespace kval::modules {

// Implements `json.decode(text)`: RFC 8259, with all numbers as floats, sorted keys, the last of equal keys,
// and the errors of Go's encoding/json. Iterative; maximum depth 1000.
starlark::Outcome<starlark::Value> FromJsonText(starlark::Interpreter& interpreter, std::string_view text);

// Words an error of the reader in `text` as encoding/json does: invalid character 'x' after object key.
std::string GoJsonError(std::string_view text, const json::JsonReadResult& outcome);

// Whether FromJsonText takes it.
bool IsJsonText(std::string_view text);

}  // namespace kval::modules
