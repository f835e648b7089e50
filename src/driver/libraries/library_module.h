#pragma once

#include "src/driver/libraries/library_loader.h"
#include "src/lang/starlark/interpreter.h"

namespace kval::driver {

struct Session;

// The module that `load("@ytt:library", "library")` returns for a file at `place`: `get(path, alias=,
// ignore_unknown_comments=, implicit_map_key_overrides=, strict=, dangerous_data_values_disable_validation=)`
// returns a library with `with_data_values(v, plain=)`, `with_data_values_schema(v)`, `eval()`, `export(name,
// path=)`, `data_values()`. A library is evaluated once for the given values. Its errors are reported at
// their places. Source: ytt pkg/workspace/library_module.go.
starlark::Module* MakeLibraryModule(Session& session, const ProgramContext& place);

}  // namespace kval::driver
