#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "src/diag/emitter.h"
#include "src/lang/starlark/environment.h"
#include "src/lang/starlark/program.h"

namespace kval::starlark {

// Resolves every name of the program to a slot, cell, global or environment value. Reports all undefined
// names and misplaced statements. Source: k14s/starlark-go, resolve.go, with all options enabled: a top-level
// assignment is visible in later top-level statements and everywhere in functions. `hint` (may be null)
// returns a hint for an undefined name; a name with a hint is reported once. Returns the number of reported
// undefined names.
using UndefinedHint = std::function<std::string(std::string_view name, std::string_view program)>;
size_t Resolve(Program& program, const Environment& environment, const UndefinedHint& hint,
               diag::Emitter& emitter);

}  // namespace kval::starlark
