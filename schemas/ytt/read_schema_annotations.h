#pragma once

#include "annotations/annotation.h"
#include "annotations/schema/schema_annotations.h"
#include "src/source/span.h"
#include "src/templating/annotated.h"

namespace kval::schemas::ytt {

// Reads the schema annotations of one node. Unknown annotations, and annotations without effect in a schema,
// are reported: as a warning in ytt's released dialect, which ignores them, as an error in the proposal. If
// an annotation is repeated, the last one applies, as in ytt. Removes rules for data values from the table,
// so that a default that reuses the node does not have them.
annotations::SchemaAnnotations ReadSchemaAnnotations(const value::Value* node,
                                                     annotations::AnnotationTarget target, source::Span place,
                                                     templating::AnnotationTable& table,
                                                     annotations::SchemaContext& context);

}  // namespace kval::schemas::ytt
