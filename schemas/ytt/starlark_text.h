#pragma once

#include <string>
#include <string_view>

#include "src/value/value.h"

namespace kval::schemas::ytt {

// Returns a Starlark string literal on one line.
std::string StarlarkString(std::string_view text);

// Returns whether Starlark has an expression for the value: no map is a key, no map has two keys that are
// equal in Starlark (`1` and `1.0`), and the nesting depth is at most 1,000.
bool HasStarlarkText(const value::Value& value);
// Returns the value as an expression on one line, for arguments of annotations; sequences in keys become
// tuples. Requires: HasStarlarkText.
std::string StarlarkText(const value::Value& value);

}  // namespace kval::schemas::ytt
