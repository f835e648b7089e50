#pragma once

#include "src/driver/libraries/library_loader.h"
#include "src/lang/starlark/interpreter.h"
#include "src/value/value.h"

namespace kval::driver {

struct Session;

// Creates the module of `load("@ytt:data", "data")` for a file at `place`: `values`, `list(path)`,
// `read(path)`. Paths are relative to the file's directory, or with a leading `/` to its library's root.
// Source: ytt pkg/yttlibrary/data.go.
starlark::Outcome<starlark::Module*> MakeDataModule(Session& session, const ProgramContext& place);

// Converts a document to Starlark with maps as structs, as in `data.values`.
starlark::Outcome<starlark::Value> ToStruct(starlark::Heap& heap, const value::Value& document);

}  // namespace kval::driver
