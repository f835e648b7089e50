#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "src/diag/emitter.h"
#include "src/lang/starlark/environment.h"
#include "src/lang/starlark/program.h"

namespace kval::starlark {

// Resolves every name of the program to a slot, cell, global or environment value. Reports all undefined
// names and misplaced statements. Rules of k14s/starlark-go, resolve.go, with all options on: a top-level
// assignment is visible afterwards at top level, and everywhere in functions. A name with a `hint` (may be
// null) is reported once. Returns the number of reported undefined names.
using UndefinedHint = std::function<std::string(std::string_view name, std::string_view program)>;
size_t Resolve(Program& program, const Environment& environment, const UndefinedHint& hint,
               diag::Emitter& emitter);

}  // namespace kval::starlark
