#pragma once

#include "src/lang/starlark/interpreter.h"
#include "src/lang/starlark/value.h"

namespace kval::starlark {

// Makes a value and everything reachable from it safe for interpreters of several threads: frozen and fully
// computed. While others use the value, the creating interpreter must only call Share.
//
// Returns false if something in it supports its own interpreter only: a function that emits YAML, a value
// bound to a session. Then there is no guarantee.
bool Share(Interpreter& owner, Value value);

}  // namespace kval::starlark
