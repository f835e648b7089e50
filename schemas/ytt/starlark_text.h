#pragma once

#include <string>
#include <string_view>

#include "src/value/value.h"

namespace kval::schemas::ytt {

// A string literal of Starlark, on one line.
std::string StarlarkString(std::string_view text);

// A value as a Starlark expression on one line, as arguments of annotations have it.
std::string StarlarkText(const value::Value& value);

}  // namespace kval::schemas::ytt
