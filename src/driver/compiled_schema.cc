#include "src/driver/compiled_schema.h"

#include <algorithm>
#include <utility>

#include "src/driver/json_schema.h"
#include "src/driver/library_values.h"
#include "src/driver/overlay.h"
#include "src/driver/root_library.h"

namespace kval::driver {

std::unique_ptr<const CompiledSchema> CompiledSchema::Compile(const Options& options,
                                                              source::FileReader& reader, Session& session) {
  Given given;
  const Documents documents = CollectRoot(options, reader, session, given);
  if (!documents.json_schemas.empty()) {
    if (!CompileJsonSchema(documents.json_schemas, options, reader, session) || documents.schema_failed) {
      return nullptr;
    }
    std::vector<Layer> below;
    for (const ValuesDocument& values : documents.values) {
      below.push_back(LayerOf(values, true, session));
    }
    LayeredValues none(session.model, options, session);
    session.Freeze();
    return std::unique_ptr<const CompiledSchema>(new CompiledSchema(
        options, session, std::move(none), std::move(given.layers), true, std::move(below), true));
  }
  if (!CompileSchema(documents, given, session.model, session) || documents.schemas.empty()) {
    return nullptr;
  }
  const bool is_proposal =
      std::any_of(documents.schemas.begin(), documents.schemas.end(),
                  [](const auto& schema) { return schema.dialect == annotations::SchemaDialect::kProposal; });
  LayeredValues below(session.model, options, session);
  for (const ValuesDocument& values : documents.values) {
    below.Add(LayerOf(values, is_proposal, session));
  }
  session.Freeze();
  return std::unique_ptr<const CompiledSchema>(
      new CompiledSchema(options, session, std::move(below), std::move(given.layers), is_proposal));
}

const value::Value* CompiledSchema::Judge(const ValuesDocument& document, Session& session) const {
  types::Evaluators evaluators(&session.arena);
  evaluators.Lend(&session.starlark);
  types::Evaluators* own = is_shareable_ ? &evaluators : nullptr;
  if (is_json_) {
    std::vector<Layer> layers = json_below_;
    layers.push_back(LayerOf(document, true, session));
    layers.insert(layers.end(), above_.begin(), above_.end());
    return JudgeByJsonSchema(layers, session_.model, options_, session, own);
  }
  LayeredValues values(below_, session, own);
  values.Add(LayerOf(document, is_proposal_, session));
  for (const Layer& flag : above_) {
    values.Add(flag);
  }
  return values.Finish();
}

}  // namespace kval::driver
