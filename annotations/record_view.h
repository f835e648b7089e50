#pragma once

#include "src/lang/starlark/interpreter.h"
#include "src/value/value.h"

namespace kval::annotations {

// Converts a document value to the Starlark argument of a rule: scalars become plain Starlark values; maps
// and arrays become `yamlfragment`s, which support ytt's operations (v["b"], v[0], `in`, len, iteration) and
// also the keys of maps as attributes, as the rules of the proposal require (`lambda g: g.s3 or g.azure`).
// Reading a missing key is an error, as in ytt. `plain_names`: type() returns `dict` and `list` instead of
// `yamlfragment`.
starlark::Outcome<starlark::Value> ToArgument(starlark::Interpreter& interpreter, const value::Value& value,
                                              bool plain_names);

}  // namespace kval::annotations
