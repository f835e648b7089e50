#pragma once

#include "annotations/schema/facts.h"
#include "src/templating/annotated.h"
#include "src/types/model.h"

namespace kval::schemas::ytt {

// Compiles one annotated schema document (several are overlaid before) into the model's root.
//
// Types are inferred from the example values and corrected by annotations; the rules are those of
// ytt pkg/schema/{schema,type}.go and of the proposal, parts 4 to 7. Every mistake is reported at the
// annotation or node that makes it, all of a document in one run. False when there was an error; the model
// then has Poison where a type could not be told, so that values can still be checked against the rest.
bool BuildTypes(const templating::AnnotatedDocument& document, templating::AnnotationTable& table,
                types::Model& model, Arena& arena, annotations::SchemaContext& context);

}  // namespace kval::schemas::ytt
