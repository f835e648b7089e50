#pragma once

#include "annotations/annotation.h"
#include "annotations/schema/facts.h"
#include "src/source/span.h"
#include "src/templating/annotated.h"

namespace kval::schemas::ytt {

// Reads the schema annotations of one node. Unknown annotations, and known ones that mean nothing in a
// schema, are reported: a warning in ytt's released dialect, which ignores them, an error in the proposal.
// Of several annotations of one name the last counts, as in ytt. Rules of data values are taken out of the
// table: a default that keeps its node has none.
annotations::SchemaFacts ReadFacts(const value::Value* node, annotations::Target target, source::Span place,
                                   templating::AnnotationTable& table, annotations::SchemaContext& context);

}  // namespace kval::schemas::ytt
