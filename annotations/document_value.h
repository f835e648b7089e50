#pragma once

#include "annotations/schema/schema_annotations.h"
#include "src/templating/annotated.h"

namespace kval::annotations {

// Converts the value of an argument to a document value. All nodes have the location of the argument, except
// fragments, which keep theirs. Errors: reports a value without a YAML representation and returns null.
const value::Value* ToDocumentValue(const templating::AnnotationArgument& argument, SchemaContext& context);
const value::Value* ToDocumentValue(starlark::Value value, source::Span at, SchemaContext& context);

}  // namespace kval::annotations
