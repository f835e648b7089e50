#pragma once

#include "src/lang/starlark/arguments.h"
#include "src/lang/starlark/error.h"
#include "src/lang/starlark/function.h"
#include "src/lang/starlark/interpreter.h"
#include "src/lang/starlark/variables.h"

namespace kval::starlark {

// Assigns the arguments of a call to the parameters. Source: starlark-go, setArgs.
Status BindArguments(const Function& function, const Args& args, Interpreter& interpreter,
                     Variables& variables);

}  // namespace kval::starlark
