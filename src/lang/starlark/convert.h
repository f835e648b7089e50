#pragma once

#include "src/lang/starlark/error.h"
#include "src/lang/starlark/heap.h"
#include "src/lang/starlark/value.h"
#include "src/source/span.h"
#include "src/value/builder.h"
#include "src/value/value.h"

namespace kval::starlark {

// A document as plain Starlark values: dicts, lists, strings, numbers, None. Spans and styles are lost.
// Fails when it is nested too deeply, or a key is a map or an array.
Outcome<Value> FromDocument(Heap& heap, const value::Value& document);

// A plain Starlark value as a document whose every node has `span`. Structs become maps, tuples, sets and
// ranges become arrays. Fails for functions, modules and host values, for ints beyond 64 bits, and for what
// holds itself.
Outcome<const value::Value*> ToDocument(value::Builder& builder, Value value, source::Span span);

}  // namespace kval::starlark
