#include "src/driver/libraries/library_values.h"

#include <algorithm>
#include <utility>

#include "annotations/schema/schema_annotations.h"
#include "schemas/ytt/compile.h"
#include "src/driver/layered_values.h"
#include "src/driver/overlay.h"
#include "src/driver/template_runtime.h"

namespace kval::driver {
namespace {

const value::Value* WithSchema(const std::vector<Layer>& layers, const DriverOptions& options,
                               const types::Model& model, Session& session) {
  LayeredValues values(model, options, session);
  for (const Layer& layer : layers) {
    values.Add(layer);
  }
  return values.Finish();
}

}  // namespace

bool CompileSchema(const Documents& documents, const SuppliedDocuments& given, types::Model& model,
                   Session& session) {
  if (documents.schema_failed) {
    return false;
  }
  std::vector<schemas::ytt::AnnotatedSchema> schemas = documents.schemas;
  schemas.insert(schemas.end(), given.schemas.begin(), given.schemas.end());
  schemas::ytt::SchemaCompileContext context{session.arena,       model,
                                             session.emit,        session.runtime->starlark,
                                             session.annotations, MakeOverlayFunction(session)};
  return schemas::ytt::CompileAnnotated(schemas, context);
}

bool IsProposal(const Documents& documents) {
  return std::any_of(documents.schemas.begin(), documents.schemas.end(),
                     [](const schemas::ytt::AnnotatedSchema& schema) {
                       return schema.dialect == annotations::SchemaDialect::kProposal;
                     });
}

ValuesResult ComputeValues(const Documents& documents, SuppliedDocuments given, const DriverOptions& options,
                           types::Model& model, Session& session) {
  ValuesResult result;
  const size_t before = session.emit.error_count();
  result.has_schema = !documents.schemas.empty() || !given.schemas.empty();
  const bool proposal = IsProposal(documents);
  std::vector<Layer> layers;
  for (const ValuesDocument& values : documents.values) {
    layers.push_back(LayerOf(values, proposal, session));
  }
  std::move(given.layers.begin(), given.layers.end(), std::back_inserter(layers));
  result.values =
      result.has_schema ? WithSchema(layers, options, model, session) : MergeLayers(layers, options, session);
  if (session.emit.error_count() > before) {
    result.failed_at = Stage::kValues;
  }
  return result;
}

}  // namespace kval::driver
