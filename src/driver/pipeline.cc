#include "src/driver/pipeline.h"

#include <algorithm>

#include "schemas/front_end.h"
#include "src/check/checker.h"
#include "src/driver/data_values.h"
#include "src/driver/documents.h"
#include "src/driver/inputs.h"
#include "src/driver/overlay.h"

namespace kval::driver {
namespace {

using diag::Def;

constexpr Def<> kNothing{diag::Kind::kNoInput, "the inputs hold neither a schema nor values"};

class Pipeline {
 public:
  Pipeline(const Options& options, source::FileReader& reader, Session& session)
      : options_(options), reader_(reader), session_(session) {}

  RunResult Run(bool only_schemas) {
    std::vector<Input> inputs;
    const bool loaded = LoadInputs(options_, reader_, session_, inputs);
    result_.file_count = inputs.size();
    if (!loaded) {
      result_.failed_at = Stage::kInputs;
      return result_;
    }
    templating::TemplateOptions template_options{options_.ignore_unknown_comments,
                                                 options_.implicit_map_key_overrides};
    yaml::ReadOptions read_options;
    read_options.dialect = options_.dialect;
    session_.loader.Attach(&session_.templates, &session_.starlark.universe(), template_options,
                           read_options);
    Documents documents = SortDocuments(options_, inputs, session_);
    if (!Compile(documents)) {
      result_.failed_at = Stage::kSchema;
    }
    if (only_schemas || (result_.failed_at == Stage::kSchema && !session_.model.has_root())) {
      return result_;
    }
    CollectLayers(documents);
    if (result_.has_schema) {
      CheckAgainstSchema();
    } else {
      MergeWithoutSchema(documents);
    }
    if (result_.failed_at == Stage::kDone && session_.emit.error_count() > 0) {
      result_.failed_at = Stage::kValues;
    }
    return result_;
  }

 private:
  bool Compile(const Documents& documents) {
    result_.has_schema = !documents.schemas.empty();
    if (documents.schema_failed) {
      return false;
    }
    schemas::Context context{session_.arena,    session_.model,       session_.emit,
                             session_.starlark, session_.annotations, OverlayFunction(session_)};
    return schemas::CompileAnnotated(documents.schemas, context);
  }

  void CollectLayers(const Documents& documents) {
    const bool proposal = std::any_of(
        documents.schemas.begin(), documents.schemas.end(),
        [](const auto& schema) { return schema.dialect == annotations::SchemaDialect::kProposal; });
    for (const ValuesDocument& values : documents.values) {
      layers_.push_back(LayerOf(values, proposal, session_));
    }
    FlagLayers(options_, reader_, session_, layers_);
  }

  void CheckAgainstSchema() {
    check::Options check_options;
    check_options.dialect = options_.dialect;
    check::Poisoned poisoned;
    const value::Value* current = check::DefaultOf(session_.model.root(), session_.model, session_.arena);
    if (current == nullptr) {
      current = session_.build.Null(session_.model.root().span);
    }
    bool shape_is_right = true;
    for (const Layer& layer : layers_) {
      check::CheckNotices(*layer.document.root, session_.model, session_.emit);
      current = Merge(*current, layer);
      current = check::Complete(*current, session_.model, session_.arena);
      shape_is_right = check::CheckShape(*current, session_.model, check_options, poisoned, session_.emit);
    }
    if (layers_.empty()) {
      current = check::Complete(*current, session_.model, session_.arena);
      check::CheckShape(*current, session_.model, check_options, poisoned, session_.emit);
    }
    static_cast<void>(shape_is_right);
    if (options_.validate) {
      check::CheckRules(*current, session_.model, poisoned, session_.emit);
      CheckOwnRules(*current, nullptr);
    }
    result_.values = current;
  }

  const value::Value* Merge(const value::Value& base, const Layer& layer) {
    return MergeLayer(base, layer, session_);
  }

  // Without a schema the first document is the base of the others (ytt
  // pkg/workspace/data_values_pre_processing.go).
  void MergeWithoutSchema(const Documents& documents) {
    for (const ValuesDocument& values : documents.values) {
      result_.documents.push_back(values.document.root);
    }
    if (layers_.empty()) {
      return;
    }
    const value::Value* current = layers_[0].document.root;
    for (size_t i = 1; i < layers_.size(); ++i) {
      current = Merge(*current, layers_[i]);
    }
    if (options_.validate) {
      CheckOwnRules(*current, layers_[0].document.node);
    }
    result_.values = current;
  }

  // Rules that data values state about themselves.
  void CheckOwnRules(const value::Value& values, const value::Value* document_node) {
    schemas::Context context{session_.arena,    session_.model,       session_.emit,
                             session_.starlark, session_.annotations, {}};
    schemas::CheckValuesRules(values, document_node, context);
  }

  const Options& options_;
  source::FileReader& reader_;
  Session& session_;
  std::vector<Layer> layers_;
  RunResult result_;
};

}  // namespace

RunResult Run(const Options& options, source::FileReader& reader, Session& session) {
  return Pipeline(options, reader, session).Run(false);
}

RunResult CompileSchemas(const Options& options, source::FileReader& reader, Session& session) {
  return Pipeline(options, reader, session).Run(true);
}

}  // namespace kval::driver
