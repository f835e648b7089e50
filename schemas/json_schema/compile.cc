#include "schemas/json_schema/json_schema.h"
#include "schemas/json_schema/lowering.h"
#include "schemas/json_schema/resources.h"

namespace kval::schemas::json_schema {

bool Compile(const Request& request, Arena& arena, types::Model& model, diag::Emitter& emit) {
  const size_t before = emit.error_count();
  Resources resources(request.default_draft, request.load);
  const ResourceId root = resources.AddDocument(*request.schema, request.uri, request.uri);
  Lowering lowering(request, resources, arena, model, emit);
  types::Field field;
  field.type = lowering.Run(*request.schema, root);
  field.span = request.schema->span;
  model.SetRoot(std::move(field));
  return emit.error_count() == before;
}

}  // namespace kval::schemas::json_schema
