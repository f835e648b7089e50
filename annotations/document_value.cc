#include "annotations/document_value.h"

#include "src/templating/fragment.h"

namespace kval::annotations {
namespace {

constexpr diag::Def<std::string_view> kNoDocument{diag::Kind::kBadAnnotationArgument,
                                                  "the value cannot be part of a document: {}"};

}  // namespace

const value::Value* ToDocumentValue(starlark::Value value, source::Span at, SchemaContext& context) {
  starlark::Outcome<const value::Value*> made =
      templating::ToYaml(context.interpreter.heap(), context.build, value, at);
  if (made.ok()) {
    return *made;
  }
  context.emit.Report(at, kNoDocument, made.error().message).Emit();
  return nullptr;
}

const value::Value* ToDocumentValue(const templating::AnnotationArgument& argument, SchemaContext& context) {
  return ToDocumentValue(argument.value, argument.span, context);
}

}  // namespace kval::annotations
