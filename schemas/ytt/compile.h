#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "annotations/schema/facts.h"
#include "src/diag/emitter.h"
#include "src/lang/starlark/interpreter.h"
#include "src/support/arena.h"
#include "src/templating/annotated.h"
#include "src/types/model.h"

// Annotated YAML as a schema language: its documents become the one type model (ytt pkg/schema).
namespace kval::schemas::ytt {

struct Context {
  Arena& arena;
  types::Model& model;
  diag::Emitter& emit;
  starlark::Interpreter& interpreter;
  templating::AnnotationTable& annotations;
  // Overlays a document on `base` by its annotations. Returns false after an error, which is reported.
  std::function<bool(const templating::AnnotatedDocument& over, templating::AnnotatedDocument& base)> overlay;
};

// A schema document in annotated YAML, in overlay order.
struct AnnotatedSchema {
  templating::AnnotatedDocument document;
  annotations::SchemaDialect dialect;
};

// Compiles annotated YAML schemas into the model's root. Each document is compiled alone, then overlaid on
// the ones before it, as in ytt; every error of every document is reported. Returns false if there was one.
bool CompileAnnotated(std::span<const AnnotatedSchema> schemas, Context& context);

// Runs the rules that data values documents state about their own nodes (`@assert/validate`), as far as the
// nodes survived merging: new nodes, array items and replaced ones do (ytt pkg/validations).
// `document_node` names the document whose annotations hold for the root, or is null.
void CheckValuesRules(const value::Value& values, const value::Value* document_node, Context& context);

}  // namespace kval::schemas::ytt
