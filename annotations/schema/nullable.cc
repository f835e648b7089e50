#include "annotations/bind.h"
#include "annotations/schema/schema_annotations.h"
#include "annotations/schema/specs.h"

namespace kval::annotations {
namespace {

void ApplyNullableAnnotation(const BoundAnnotation& bound, SchemaContext& /*context*/,
                             SchemaAnnotations& facts) {
  facts.nullable = true;
  facts.nullable_span = bound.annotation().span;
}

}  // namespace

constinit const Spec kSchemaNullable{
    "schema/nullable",
    kAnyNode,
    {},
    "allows null in addition to the node's type, and makes null the default",
    "A `@schema/default` on the same node sets another default.",
    "#@schema/nullable\nname: \"\"",
    "ytt schema proposal, part 5; ytt pkg/schema/annotations.go",
    ApplyNullableAnnotation,
};

}  // namespace kval::annotations
