#pragma once

#include "annotations/schema/schema_annotations.h"
#include "src/templating/annotated.h"
#include "src/types/model.h"

namespace kval::schemas::ytt {

// Compiles one annotated schema document, the result of all overlays, into the model's root.
//
// Types are inferred from the example values and adjusted by annotations, by the rules of ytt
// pkg/schema/{schema,type}.go and of parts 4 to 7 of the proposal. Errors: reports all errors of a document,
// each at its annotation or node, and returns false. Unknown types are then Poison in the model, so that
// values can still be checked against the other types.
bool BuildTypes(const templating::AnnotatedDocument& document, templating::AnnotationTable& table,
                types::Model& model, Arena& arena, annotations::SchemaContext& context);

}  // namespace kval::schemas::ytt
