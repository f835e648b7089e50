#include "src/driver/library_values.h"

#include <algorithm>
#include <utility>

#include "schemas/front_end.h"
#include "src/check/checker.h"
#include "src/driver/overlay.h"

namespace kval::driver {
namespace {

class Computation {
 public:
  Computation(std::vector<Layer> layers, const Options& options, types::Model& model, Session& session)
      : layers_(std::move(layers)), options_(options), model_(model), session_(session) {}

  const value::Value* WithSchema() {
    check::Options check_options;
    check_options.dialect = options_.dialect;
    check::Poisoned poisoned;
    const value::Value* current = check::DefaultOf(model_.root(), model_, session_.arena);
    if (current == nullptr) {
      current = session_.build.Null(model_.root().span);
    }
    for (const Layer& layer : layers_) {
      check::CheckNotices(*layer.document.root, model_, session_.emit);
      current = MergeLayer(*current, layer, session_);
      current = check::Complete(*current, model_, session_.arena);
      check::CheckShape(*current, model_, check_options, poisoned, session_.emit);
    }
    if (layers_.empty()) {
      current = check::Complete(*current, model_, session_.arena);
      check::CheckShape(*current, model_, check_options, poisoned, session_.emit);
    }
    if (options_.validate) {
      check::CheckRules(*current, model_, poisoned, session_.emit);
      CheckOwnRules(*current, nullptr);
    }
    return current;
  }

  const value::Value* WithoutSchema() {
    if (layers_.empty()) {
      return nullptr;
    }
    const value::Value* current = layers_[0].document.root;
    for (size_t i = 1; i < layers_.size(); ++i) {
      current = MergeLayer(*current, layers_[i], session_);
    }
    if (options_.validate) {
      CheckOwnRules(*current, layers_[0].document.node);
    }
    return current;
  }

 private:
  // Rules that data values state about themselves.
  void CheckOwnRules(const value::Value& values, const value::Value* document_node) {
    schemas::Context context{session_.arena,       model_, session_.emit, session_.starlark,
                             session_.annotations, {}};
    schemas::CheckValuesRules(values, document_node, context);
  }

  std::vector<Layer> layers_;
  const Options& options_;
  types::Model& model_;
  Session& session_;
};

bool IsProposal(const schemas::AnnotatedSchema& schema) {
  return schema.dialect == annotations::SchemaDialect::kProposal;
}

}  // namespace

bool CompileSchema(const Documents& documents, const Given& given, types::Model& model, Session& session) {
  if (documents.schema_failed) {
    return false;
  }
  std::vector<schemas::AnnotatedSchema> schemas = documents.schemas;
  schemas.insert(schemas.end(), given.schemas.begin(), given.schemas.end());
  schemas::Context context{
      session.arena, model, session.emit, session.starlark, session.annotations, OverlayFunction(session)};
  return schemas::CompileAnnotated(schemas, context);
}

ValuesResult ComputeValues(const Documents& documents, Given given, const Options& options,
                           types::Model& model, Session& session) {
  ValuesResult result;
  const size_t before = session.emit.error_count();
  result.has_schema = !documents.schemas.empty() || !given.schemas.empty();
  const bool proposal = std::any_of(documents.schemas.begin(), documents.schemas.end(), IsProposal);
  std::vector<Layer> layers;
  for (const ValuesDocument& values : documents.values) {
    layers.push_back(LayerOf(values, proposal, session));
  }
  std::move(given.layers.begin(), given.layers.end(), std::back_inserter(layers));
  Computation computation(std::move(layers), options, model, session);
  result.values = result.has_schema ? computation.WithSchema() : computation.WithoutSchema();
  if (session.emit.error_count() > before) {
    result.failed_at = Stage::kValues;
  }
  return result;
}

}  // namespace kval::driver
