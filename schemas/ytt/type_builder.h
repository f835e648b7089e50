#pragma once

#include "annotations/schema/facts.h"
#include "src/templating/annotated.h"
#include "src/types/model.h"

namespace kval::schemas::ytt {

// Compiles one annotated schema document (several are overlaid before) into the model's root.
//
// Types are inferred from the example values and adjusted by annotations, by the rules of ytt
// pkg/schema/{schema,type}.go and of the proposal, parts 4 to 7. Every error is reported at its annotation or
// node, all of a document in one run. Returns false if there was an error; unknown types are then Poison in
// the model, so that values can still be checked against the rest.
bool BuildTypes(const templating::AnnotatedDocument& document, templating::AnnotationTable& table,
                types::Model& model, Arena& arena, annotations::SchemaContext& context);

}  // namespace kval::schemas::ytt
