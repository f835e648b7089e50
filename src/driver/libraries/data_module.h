#pragma once

#include "src/driver/libraries/library_loader.h"
#include "src/lang/starlark/interpreter.h"
#include "src/value/value.h"

namespace kval::driver {

struct Session;

// What `load("@ytt:data", "data")` gives a file at `place`: `values`, `list(path)`, `read(path)`. Paths go
// from the file's directory on, with `/` from its library's root. Source: ytt pkg/yttlibrary/data.go.
starlark::Outcome<starlark::Module*> MakeDataModule(Session& session, const Place& place);

// A document with maps as structs, as `data.values` has it.
starlark::Outcome<starlark::Value> ToStruct(starlark::Heap& heap, const value::Value& document);

}  // namespace kval::driver
