#pragma once

#include "src/lang/starlark/interpreter.h"
#include "src/value/value.h"

namespace kval::annotations {

// A value as rules see it: scalars as plain Starlark values; maps and arrays as `yamlfragment`s that, beside
// what ytt's fragments can do (v["b"], v[0], `in`, len, iteration), have a map's keys as attributes: the
// proposal's rules are written that way (`lambda g: g.s3 or g.azure`). A missing key is an error, as in ytt.
// `plain_names`: type() calls them `dict` and `list`, as the proposal's rules expect, not `yamlfragment`.
starlark::Outcome<starlark::Value> ToArgument(starlark::Interpreter& interpreter, const value::Value& value,
                                              bool plain_names);

}  // namespace kval::annotations
