
#include "schemas/ytt/compile.h"
#include "schemas/ytt/type_builder.h"

namespace kval::schemas::ytt {
namespace {

bool Build(const templating::AnnotatedDocument& document, annotations::SchemaDialect dialect,
           types::Model& model, SchemaCompileContext& context) {
  value::Builder build(&context.arena);
  annotations::SchemaContext facts{dialect, context.emit, context.interpreter, build};
  return BuildTypes(document, context.annotations, model, context.arena, facts);
}

}  // namespace

bool CompileAnnotated(std::span<const AnnotatedSchema> schemas, SchemaCompileContext& context) {
  if (schemas.empty()) {
    return true;
  }
  if (schemas.size() == 1) {
    return Build(schemas[0].document, schemas[0].dialect, context.model, context);
  }
  bool ok = true;
  for (const AnnotatedSchema& schema : schemas) {
    // ytt compiles each document alone before it overlays it.
    types::Model trial(&context.model.interner());
    ok = Build(schema.document, schema.dialect, trial, context) && ok;
  }
  if (!ok) {
    return false;
  }
  templating::AnnotatedDocument merged = schemas[0].document;
  for (const AnnotatedSchema& schema : schemas.subspan(1)) {
    ok = context.overlay(schema.document, merged) && ok;
  }
  return ok && Build(merged, schemas[0].dialect, context.model, context);
}

}  // namespace kval::schemas::ytt
