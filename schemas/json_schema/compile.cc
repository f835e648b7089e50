#include "schemas/json_schema/json_schema.h"
#include "schemas/json_schema/keywords.h"
#include "schemas/json_schema/lowering.h"
#include "schemas/json_schema/schema_resources.h"

namespace kval::schemas::json_schema {

CompileStatus Compile(const JsonSchemaRequest& request, Arena& arena, types::Model& model,
                      diag::Emitter& emit) {
  const size_t before = emit.error_count();
  SchemaResources resources(request.default_draft, request.load);
  const ResourceId root = resources.AddDocument(*request.schema, request.uri, request.uri);
  Lowering lowering(request, resources, arena, model, emit);
  types::Field field;
  field.type = lowering.Run(*request.schema, root);
  field.span = request.schema->span;
  if (resources.Get(root).is_of_values) {
    for (const value::Entry& entry : request.schema->entries()) {
      field.key = entry.key->raw == kValuesSchema ? entry.key : field.key;
    }
    field.fallback.value = value::Find(*request.schema, "default");
  }
  model.SetRoot(std::move(field));
  const size_t errors = emit.error_count() - before;
  if (errors == 0) {
    return CompileStatus::kWhole;
  }
  return errors == lowering.unresolved_references() && !lowering.needs_negation() ? CompileStatus::kInPart
                                                                                  : CompileStatus::kNot;
}

bool AppliesDefaults(const types::Model& model) {
  return model.has_root() && model.root().key != nullptr;
}

}  // namespace kval::schemas::json_schema
