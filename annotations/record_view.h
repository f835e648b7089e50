#pragma once

#include "src/lang/starlark/interpreter.h"
#include "src/value/value.h"

namespace kval::annotations {

// Converts a value for rules: scalars to plain Starlark values; maps and arrays to `yamlfragment`s that, in
// addition to ytt's operations (v["b"], v[0], `in`, len, iteration), have a map's keys as attributes, as the
// proposal's rules expect (`lambda g: g.s3 or g.azure`). A missing key is an error, as in ytt. `plain_names`:
// type() returns `dict` and `list` instead of `yamlfragment`.
starlark::Outcome<starlark::Value> ToArgument(starlark::Interpreter& interpreter, const value::Value& value,
                                              bool plain_names);

}  // namespace kval::annotations
