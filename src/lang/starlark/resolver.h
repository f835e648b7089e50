#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "src/diag/emitter.h"
#include "src/lang/starlark/environment.h"
#include "src/lang/starlark/program.h"

namespace kval::starlark {

// Gives every name of the program its place: a slot, a cell, a global, a value of the environment. Reports
// undefined names and misplaced statements, all of them. The rules are those of k14s/starlark-go, resolve.go
// with every option on: what a file assigns at its top level is seen from there on at the top level, and
// everywhere in functions. A name that `hint` (may be null) knows what to do about is reported once. Gives
// the number of undefined names that were reported.
using UndefinedHint = std::function<std::string(std::string_view name, std::string_view program)>;
size_t Resolve(Program& program, const Environment& environment, const UndefinedHint& hint,
               diag::Emitter& emitter);

}  // namespace kval::starlark
