#include "schemas/ytt/read_schema_annotations.h"

#include <string>

#include "annotations/bind.h"
#include "annotations/ineffective.h"
#include "annotations/schema/specs.h"

namespace kval::schemas::ytt {
namespace {

using annotations::SchemaContext;
using annotations::SchemaDialect;

constexpr diag::Def<std::string_view> kUnknown{diag::Kind::kUnknownAnnotation, "unknown annotation `@{}`"};
constexpr diag::Def<std::string_view> kRepeated{
    diag::Kind::kUnknownAnnotation, "`@{}` has no effect: the same annotation follows on this node"};
constexpr diag::Def<std::string_view, std::string> kIgnoredExample{
    diag::Kind::kUnknownAnnotation, "`@{}` has no effect: ytt knows `{}` only"};

constexpr diag::Def<std::string_view> kIgnoredRule{
    diag::Kind::kUnknownAnnotation, "`@{}` has no effect: this document is a schema, no data values"};

void ReportUnknown(const templating::Annotation& annotation, source::Span place, SchemaContext& context) {
  diag::DiagnosticBuilder builder = context.emit.Report(annotation.name_span, kUnknown, annotation.name);
  if (context.dialect == SchemaDialect::kProposal) {
    builder.As(diag::Severity::kError);
  }
  if (place.has_value()) {
    builder.Related(place, "on this node");
  }
  builder.Hint(annotations::HintForUnknown(annotation.name)).Emit();
}

// ytt takes the last one in silence; the proposal knows of one only.
void ReportRepeated(const templating::Annotation& annotation, const templating::Annotation& last,
                    SchemaContext& context) {
  diag::DiagnosticBuilder builder = context.emit.Report(annotation.span, kRepeated, annotation.name);
  if (context.dialect == SchemaDialect::kProposal) {
    builder.As(diag::Severity::kError);
  }
  builder.Related(last.span, "this one is used")
      .Hint("write both arguments into one annotation, or remove one")
      .Emit();
}

// Whether ytt silently ignores the annotation in a schema, which is reported.
bool IsIgnored(const templating::Annotation& annotation, const annotations::Spec& spec,
               SchemaContext& context) {
  if (&spec == &annotations::kSchemaExample) {
    const std::string examples = At(annotations::kSchemaExamples);
    context.emit.Report(annotation.span, kIgnoredExample, annotation.name, examples)
        .Hint("write `" + examples + " (\"what it shows\", value)`")
        .Emit();
    return true;
  }
  if (&spec == &annotations::kAssertValidate) {
    context.emit.Report(annotation.span, kIgnoredRule, annotation.name)
        .Hint("write `" + At(annotations::kSchemaValidation) + "`")
        .Emit();
    return true;
  }
  return false;
}

}  // namespace

annotations::SchemaAnnotations ReadSchemaAnnotations(const value::Value* node,
                                                     annotations::AnnotationTarget target, source::Span place,
                                                     templating::AnnotationTable& table,
                                                     SchemaContext& context) {
  annotations::SchemaAnnotations facts;
  bool has_rule_of_values = false;
  for (const templating::Annotation& annotation : table.Of(node)) {
    const annotations::Spec* spec = annotations::Find(annotation.name);
    if (spec == nullptr) {
      ReportUnknown(annotation, place, context);
      continue;
    }
    if (const templating::Annotation* last = table.Find(node, annotation.name); last != &annotation) {
      ReportRepeated(annotation, *last, context);
      continue;
    }
    if (context.dialect == SchemaDialect::kReleased && IsIgnored(annotation, *spec, context)) {
      has_rule_of_values = has_rule_of_values || spec == &annotations::kAssertValidate;
      continue;
    }
    if (spec->apply == nullptr) {
      continue;
    }
    if (const auto bound = annotations::Bind(annotation, *spec, target, place, context.emit)) {
      spec->apply(*bound, context, facts);
    }
  }
  if (has_rule_of_values) {
    table.Remove(node, annotations::kAssertValidate.name);
  }
  return facts;
}

}  // namespace kval::schemas::ytt
