#pragma once

#include <string_view>

#include "src/lang/starlark/interpreter.h"

namespace kval::modules {

// What `toml.decode(text)` gives: TOML 1.0 with keys sorted; dates and times as text (RFC 3339), since
// Starlark has none.
starlark::Outcome<starlark::Value> FromTomlText(starlark::Interpreter& interpreter, std::string_view text);

}  // namespace kval::modules
