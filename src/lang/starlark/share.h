#pragma once

#include "src/lang/starlark/interpreter.h"
#include "src/lang/starlark/value.h"

namespace kval::starlark {

// Makes a value, and everything that can be reached from it, fit to be used by interpreters of several
// threads at once: it is frozen, and nothing of it is worked out later. Nothing else may be done with the
// interpreter that made it, but for further calls of Share, while others use the value.
//
// False when something in it can be used by its own interpreter only: a function that makes YAML, what is
// bound to a session. Then nothing is promised of it.
bool Share(Interpreter& owner, Value value);

}  // namespace kval::starlark
