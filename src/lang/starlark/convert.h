#pragma once

#include "src/lang/starlark/error.h"
#include "src/lang/starlark/heap.h"
#include "src/lang/starlark/value.h"
#include "src/source/span.h"
#include "src/value/builder.h"
#include "src/value/value.h"

namespace kval::starlark {

// Converts a document to plain Starlark values: dicts, lists, strings, numbers, None. Spans and styles are
// lost. Errors: too deep nesting, or a map or an array as key.
Outcome<Value> FromDocument(Heap& heap, const value::Value& document);

// Converts a plain Starlark value to a document; every node has `span`. Structs become maps; tuples, sets and
// ranges become arrays. Errors: functions, modules and host values, ints beyond 64 bits, and values that
// contain themselves.
Outcome<const value::Value*> ToDocument(value::Builder& builder, Value value, source::Span span);

}  // namespace kval::starlark
