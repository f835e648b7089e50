#include "src/driver/kcl_values.h"

#include <string_view>
#include <utility>

#include "schemas/front_end.h"
#include "src/check/checker.h"
#include "src/driver/overlay.h"

namespace kval::driver {

using schemas::kcl_language::KclRequest;
using schemas::kcl_language::KclSchema;

std::vector<std::string> KclFiles(const Session& session) {
  std::vector<std::string> files;
  for (const std::unique_ptr<LibraryFile>& file : session.files) {
    const Input& input = file->input;
    const std::string_view path = input.disk_path;
    const std::string_view name = path.substr(path.rfind('/') + 1);
    const bool is_kcl = path.ends_with(".k") && input.role != Role::kValues && input.role != Role::kTemplate;
    const bool is_left_out = input.from_directory && (name.starts_with("_") || name.ends_with("_test.k"));
    if (is_kcl && !is_left_out) {
      files.push_back(input.disk_path);
    }
  }
  return files;
}

std::unique_ptr<KclSchema> CompileKcl(const std::vector<std::string>& files, const Options& options,
                                      source::FileReader& reader, Session& session) {
  KclRequest request;
  request.files = files;
  request.schema_name = options.schema_name;
  request.attribute_name = options.attribute_name;
  return KclSchema::Compile(request, session.sources, reader, session.arena, session.model, session.emit);
}

const value::Value* ComputeKclValues(KclSchema& schema, const Documents& documents, Given given,
                                     const Options& options, Session& session) {
  std::vector<Layer> layers;
  for (const ValuesDocument& values : documents.values) {
    // Keys that the schema only allows are new to its defaults: the schema judges them.
    layers.push_back(LayerOf(values, true, session));
  }
  std::move(given.layers.begin(), given.layers.end(), std::back_inserter(layers));
  const bool is_list = !layers.empty() && layers[0].document.root->kind == value::Kind::kSequence;
  if (is_list) {
    schema.ExpectList();
  }
  const size_t before = session.emit.error_count();
  check::Options shape;
  shape.dialect = options.dialect;
  shape.partial = true;
  check::Poisoned poisoned;
  const value::Value* current = is_list
                                    ? session.build.Sequence({}, layers[0].document.root->span)
                                    : check::DefaultOf(session.model.root(), session.model, session.arena);
  if (current == nullptr) {
    current = session.build.Null(session.model.root().span);
  }
  for (const Layer& layer : layers) {
    check::CheckNotices(*layer.document.root, session.model, session.emit);
    current = MergeLayer(*current, layer, session);
    current = check::Complete(*current, session.model, session.arena);
    check::CheckShape(*schema.WithoutNulls(*current), session.model, shape, poisoned, session.emit);
  }
  if (!layers.empty()) {
    // What is wrong with the values as a whole is wrong with the first document of values.
    current = session.build.WithSpan(*current, layers[0].document.root->span);
  }
  shape.partial = layers.empty();
  current = schema.Complete(*current);
  check::CheckShape(*current, session.model, shape, poisoned, session.emit);
  if (options.validate) {
    check::CheckRules(*current, session.model, poisoned, session.emit);
    schemas::Context context{session.arena,    session.model,       session.emit,
                             session.starlark, session.annotations, {}};
    schemas::CheckValuesRules(*current, nullptr, context);
    if (!layers.empty() && session.emit.error_count() == before) {
      schema.CheckProgram(*current, session.emit);
    }
  }
  return current;
}

}  // namespace kval::driver
