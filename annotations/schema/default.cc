#include "annotations/bind.h"
#include "annotations/document_value.h"
#include "annotations/schema/schema_annotations.h"
#include "annotations/schema/specs.h"

namespace kval::annotations {
namespace {

constexpr ParamSpec kDefaultValueParams[] = {
    {"", "a default value", kAnyValue, true, false, "the default; it must be of the node's type"},
};

void ApplyDefaultAnnotation(const BoundAnnotation& bound, SchemaContext& context, SchemaAnnotations& facts) {
  const templating::AnnotationArgument* argument = bound.Positional(0);
  if (argument == nullptr) {
    return;
  }
  facts.fallback_span = argument->span;
  facts.fallback = ToDocumentValue(*argument, context);
}

}  // namespace

constinit const Spec kSchemaDefault{
    "schema/default",
    kDocument | kMapItem,
    kDefaultValueParams,
    "sets the default of a node, instead of the example value",
    "Required to give an array a non-empty default. Missing keys of maps in the default are filled with "
    "their own defaults.",
    "#@schema/default [\"apps.example.com\"]\ndomains:\n- \"\"",
    "ytt schema proposal, part 5; ytt pkg/schema/annotations.go",
    ApplyDefaultAnnotation,
};

}  // namespace kval::annotations
