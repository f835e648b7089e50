#pragma once

#include <functional>
#include <span>

#include "schemas/ytt/annotated_schema.h"
#include "src/diag/emitter.h"
#include "src/templating/annotated.h"
#include "src/types/model.h"

namespace kval {
class Arena;
namespace starlark {
class Interpreter;
}
}  // namespace kval

// Compiles annotated YAML schemas to the type model (ytt pkg/schema).
namespace kval::schemas::ytt {

struct SchemaCompileContext {
  Arena& arena;
  types::Model& model;
  diag::Emitter& emit;
  starlark::Interpreter& interpreter;
  templating::AnnotationTable& annotations;
  // Applies a document to `base` by its annotations. Returns false after an error, which is reported.
  std::function<bool(const templating::AnnotatedDocument& over, templating::AnnotatedDocument& base)> overlay;
};

// Compiles annotated YAML schemas into the model's root. As in ytt, each document is compiled alone, then
// applied as an overlay to the preceding documents. Reports all errors of all documents. Returns false if
// there is one.
bool CompileAnnotated(std::span<const AnnotatedSchema> schemas, SchemaCompileContext& context);

// Runs the rules that data values documents declare for their nodes (`@assert/validate`), for nodes that are
// part of the merged result: new nodes, array items and replaced nodes (ytt pkg/validations).
// `document_node`: the document whose annotations apply to the root, or null.
void CheckValuesRules(const value::Value& values, const value::Value* document_node,
                      SchemaCompileContext& context);

}  // namespace kval::schemas::ytt
