#pragma once

#include "src/driver/libraries/library_loader.h"
#include "src/lang/starlark/interpreter.h"

namespace kval::driver {

struct Session;

// What `load("@ytt:library", "library")` gives a file at `place`: `get(path, alias=,
// ignore_unknown_comments=, implicit_map_key_overrides=, strict=,
// dangerous_data_values_disable_validation=)`, which gives a library with `with_data_values(v, plain=)`,
// `with_data_values_schema(v)`, `eval()`, `export(name, path=)`, `data_values()`. A library is evaluated once
// for the values that it was given. Its faults are reported where they are. Source: ytt
// pkg/workspace/library_module.go.
starlark::Module* MakeLibraryModule(Session& session, const Place& place);

}  // namespace kval::driver
