#include "annotations/bind.h"
#include "annotations/document_value.h"
#include "annotations/schema/facts.h"
#include "annotations/schema/specs.h"

namespace kval::annotations {
namespace {

constexpr Param kParams[] = {
    {"", "a default value", kAnyValue, true, false, "the default; it must be of the node's type"},
};

void Apply(const Bound& bound, SchemaContext& context, SchemaFacts& facts) {
  const templating::Argument* argument = bound.Positional(0);
  if (argument == nullptr) {
    return;
  }
  facts.fallback_span = argument->span;
  facts.fallback = DocumentValue(*argument, context);
}

}  // namespace

constinit const Spec kSchemaDefault{
    "schema/default",
    kDocument | kMapItem,
    kParams,
    "sets the default of a node, instead of the example value",
    "Required to give an array a non-empty default. Missing keys of maps in the default are filled with "
    "their own defaults.",
    "#@schema/default [\"apps.example.com\"]\ndomains:\n- \"\"",
    "ytt schema proposal, part 5; ytt pkg/schema/annotations.go",
    Apply,
};

}  // namespace kval::annotations
