#include <string>

#include "annotations/bind.h"
#include "annotations/document_value.h"
#include "annotations/schema/schema_annotations.h"
#include "annotations/schema/specs.h"
#include "src/lang/starlark/object.h"
#include "src/lang/starlark/ops.h"

namespace kval::annotations {
namespace {

using diag::Def;

constexpr Def<std::string_view> kNotAPair{
    diag::Kind::kBadAnnotationArgument,
    "`@schema/examples` expects tuples of a description and an example value, found {}"};

constexpr ParamSpec kExample[] = {
    {"", "an example value", kAnyValue, true, false, "a value of the node's type"}};
constexpr ParamSpec kExamples[] = {{"", "a tuple of a description and an example value", kAnyValue, true,
                                    true, "(description, value), any number of them"}};

void Add(std::string description, const value::Value* value, source::Span at, SchemaAnnotations& facts) {
  if (value != nullptr) {
    facts.doc.examples.push_back({std::move(description), value});
    facts.example_spans.push_back(at);
  }
}

void ApplyExample(const BoundAnnotation& bound, SchemaContext& context, SchemaAnnotations& facts) {
  if (const templating::AnnotationArgument* argument = bound.Positional(0)) {
    Add("", ToDocumentValue(*argument, context), argument->span, facts);
  }
}

void AddPair(starlark::Value pair, source::Span at, const BoundAnnotation& bound, SchemaContext& context,
             SchemaAnnotations& facts) {
  const auto* tuple = pair.As<starlark::Tuple>();
  if (tuple == nullptr || tuple->items().size() != 2 || !tuple->items()[0].is_string()) {
    const std::string found = tuple == nullptr ? std::string(starlark::TypeName(pair))
                                               : "a tuple of " + std::to_string(tuple->items().size());
    context.emit.Report(at, kNotAPair, found).Related(bound.node(), "for this node").Emit();
    return;
  }
  Add(std::string(tuple->items()[0].text()), ToDocumentValue(tuple->items()[1], at, context), at, facts);
}

void ApplyExamples(const BoundAnnotation& bound, SchemaContext& context, SchemaAnnotations& facts) {
  for (const templating::AnnotationArgument* argument : bound.AllPositional()) {
    // The proposal's long sample hands over one list of tuples.
    const auto* list = argument->value.As<starlark::List>();
    if (list != nullptr && context.dialect == SchemaDialect::kProposal) {
      for (starlark::Value pair : list->items()) {
        AddPair(pair, argument->span, bound, context, facts);
      }
    } else {
      AddPair(argument->value, argument->span, bound, context, facts);
    }
  }
}

}  // namespace

constinit const Spec kSchemaExample{"schema/example",
                                    kAnyNode,
                                    kExample,
                                    "shows a typical value",
                                    "The example must be of the node's type.",
                                    "#@schema/example \"apps.example.com\"\ndomain: \"\"",
                                    "ytt schema proposal, part 6",
                                    ApplyExample};

constinit const Spec kSchemaExamples{
    "schema/examples",
    kAnyNode,
    kExamples,
    "shows several typical values",
    "Each is a tuple of a description and a value of the node's type.",
    "#@schema/examples (\"one domain\", [\"a.com\"]), (\"two\", [\"a.com\", \"b.com\"])\ndomains:\n- \"\"",
    "ytt schema proposal, part 6; ytt pkg/schema/annotations.go",
    ApplyExamples};

}  // namespace kval::annotations
