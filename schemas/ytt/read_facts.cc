#include "schemas/ytt/read_facts.h"

#include <string>

#include "annotations/bind.h"

namespace kval::schemas::ytt {
namespace {

using annotations::SchemaContext;
using annotations::SchemaDialect;

constexpr diag::Def<std::string_view> kUnknown{diag::Kind::kUnknownAnnotation, "unknown annotation `@{}`"};

void ReportUnknown(const templating::Annotation& annotation, source::Span place, SchemaContext& context) {
  diag::Builder builder = context.emit.Report(annotation.name_span, kUnknown, annotation.name);
  if (context.dialect == SchemaDialect::kProposal) {
    builder.As(diag::Severity::kError);
  }
  if (place.has_value()) {
    builder.Related(place, "on this node");
  }
  const std::string_view nearest = annotations::NearestName(annotation.name);
  if (!nearest.empty()) {
    builder.Hint("did you mean `@" + std::string(nearest) + "`?");
  }
  builder.Emit();
}

bool IsLast(const templating::AnnotationTable& table, const value::Value* node,
            const templating::Annotation& annotation) {
  return table.Find(node, annotation.name) == &annotation;
}

}  // namespace

annotations::SchemaFacts ReadFacts(const value::Value* node, annotations::Target target, source::Span place,
                                   const templating::AnnotationTable& table, SchemaContext& context) {
  annotations::SchemaFacts facts;
  for (const templating::Annotation& annotation : table.Of(node)) {
    const annotations::Spec* spec = annotations::Find(annotation.name);
    if (spec == nullptr) {
      ReportUnknown(annotation, place, context);
      continue;
    }
    if (spec->apply == nullptr || !IsLast(table, node, annotation)) {
      continue;
    }
    if (const auto bound = annotations::Bind(annotation, *spec, target, place, context.emit)) {
      spec->apply(*bound, context, facts);
    }
  }
  return facts;
}

}  // namespace kval::schemas::ytt
