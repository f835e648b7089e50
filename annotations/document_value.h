#pragma once

#include "annotations/schema/facts.h"
#include "src/templating/annotated.h"

namespace kval::annotations {

// The value of an argument as a document value, every node of which is answered for by the argument's
// place (fragments keep their own places). Null, and reported, when it has no document form.
const value::Value* DocumentValue(const templating::Argument& argument, SchemaContext& context);
const value::Value* DocumentValue(starlark::Value value, source::Span at, SchemaContext& context);

}  // namespace kval::annotations
