#pragma once

#include "src/lang/starlark/arguments.h"

namespace kval::starlark {

// "…".format(…).
Outcome<Value> FormatString(const Call& call);

}  // namespace kval::starlark
