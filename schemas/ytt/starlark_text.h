#pragma once

#include <string>
#include <string_view>

#include "src/value/value.h"

namespace kval::schemas::ytt {

// A string literal of Starlark, on one line.
std::string StarlarkString(std::string_view text);

// Whether Starlark has an expression for the value: no map in a key, no two keys of a map that are one key in
// Starlark (`1` and `1.0`), not nested more than 1,000 times.
bool HasStarlarkText(const value::Value& value);
// A value that has one as an expression on one line, as arguments of annotations have it: keys that are
// sequences are tuples.
std::string StarlarkText(const value::Value& value);

}  // namespace kval::schemas::ytt
