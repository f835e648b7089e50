#include "src/driver/kcl_values.h"

#include <string_view>
#include <utility>

#include "schemas/front_end.h"
#include "src/check/checker.h"
#include "src/driver/hidden_faults.h"
#include "src/driver/kcl_document.h"
#include "src/driver/overlay.h"

namespace kval::driver {

using schemas::kcl_language::Judging;
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

namespace {

constexpr diag::Def<> kTwoLanguages{
    diag::Kind::kBadSchema, "the set has a schema in KCL and one in annotated YAML: it can have one only"};

constexpr diag::Def<std::string_view> kJudgesNothing{
    diag::Kind::kBadSchema, "{} declares no schema and asserts nothing: no values can be checked against it"};

// Where a file of the run begins.
source::Span BeginOfFile(const std::string& disk_path, const Session& session) {
  for (const std::unique_ptr<LibraryFile>& file : session.files) {
    if (file->input.disk_path == disk_path && file->input.source != nullptr) {
      return {file->input.source->base(), file->input.source->base()};
    }
  }
  return {};
}

// Where the first file of values begins; no place when there are none.
source::Span PlaceOfFiles(const Documents& documents) {
  const LibraryFile* first = nullptr;
  for (const LibraryFile* file : documents.files) {
    first = first == nullptr || file->order < first->order ? file : first;
  }
  const source::SourceFile* text = first == nullptr ? nullptr : first->input.source;
  return text == nullptr ? source::Span() : source::Span{text->base(), text->base()};
}

// What the layers are merged over.
const value::Value* FirstValue(const KclValues& values, const types::Model& model, Session& session) {
  if (!values.layers.empty() && values.layers[0].document.root->kind == value::Kind::kSequence) {
    return session.build.Sequence({}, values.layers[0].document.root->span);
  }
  const value::Value* first = check::DefaultOf(model.root(), model, session.arena);
  return first == nullptr ? session.build.Null(model.root().span) : first;
}

}  // namespace

std::unique_ptr<KclSchema> CompileKcl(const std::vector<std::string>& files, const Documents& documents,
                                      const Options& options, source::FileReader& reader, Session& session) {
  if (!documents.schemas.empty()) {
    session.emit.Report(documents.schemas[0].document.span, kTwoLanguages).Emit();
    return nullptr;
  }
  KclRequest request;
  request.files = files;
  request.schema_name = options.schema_name;
  request.attribute_name = options.attribute_name;
  request.externals = options.externals;
  request.limits = options.limits;
  return KclSchema::Compile(request, session.sources, reader, session.arena, session.model, session.emit);
}

bool CanJudge(const KclSchema& schema, const std::vector<std::string>& files, Session& session) {
  if (schema.can_judge()) {
    return true;
  }
  session.emit.Report(BeginOfFile(files.front(), session), kJudgesNothing, files.front())
      .Hint("a KCL schema begins with `schema Name:`")
      .Emit();
  return false;
}

const value::Value* JudgeByKcl(const KclSchema& schema, const types::Model& model, const KclValues& values,
                               const Options& options, Session& session) {
  const size_t before = session.emit.error_count();
  const std::vector<Layer>& layers = values.layers;
  const Judging judging{session.arena, session.sources, values.evaluators};
  KclDocument document(schema, model, layers.empty() ? nullptr : layers[0].document.root, judging,
                       options.dialect, options.limits, "`--schema-name` names another", session.emit);
  const value::Value* current = FirstValue(values, model, session);
  HiddenFaults hidden(model, document.type(), session);
  for (const Layer& layer : layers) {
    check::CheckNotices(*layer.document.root, document.type(), model, session.emit);
    current = document.CheckLayer(*MergeLayer(*current, layer, nullptr, session));
    if (options.unchecked != Unchecked::kSilent && options.validate && !layer.plan &&
        &layer != &layers.back()) {
      hidden.Look(*schema.Complete(*current, judging), layer.document.span, document.worker());
    }
  }
  // What is wrong with the values as a whole is wrong with the first document of values.
  const source::Span place = layers.empty() ? values.place : BeginOf(*layers[0].document.root);
  if (place.has_value()) {
    current = session.build.WithSpan(*current, place);
  }
  // A schema by itself lacks nothing, empty values do.
  current = document.CheckShape(*current, !place.has_value() || values.may_lack);
  if (!options.validate) {
    return current;
  }
  document.CheckRules(*current);
  hidden.Report(*current);
  schemas::Context context{session.arena,    session.model,       session.emit,
                           session.starlark, session.annotations, {}};
  schemas::CheckValuesRules(*current, nullptr, context);
  if (place.has_value() && !values.may_lack && session.emit.error_count() == before) {
    schema.CheckProgram(*current, judging, session.emit);
  }
  return current;
}

const value::Value* ComputeKclValues(const KclSchema& schema, const Documents& documents, Given given,
                                     const Options& options, Session& session) {
  KclValues values;
  for (const ValuesDocument& document : documents.values) {
    // Keys that the schema only allows are new to its defaults: the schema judges them.
    values.layers.push_back(LayerOf(document, true, session));
  }
  std::move(given.layers.begin(), given.layers.end(), std::back_inserter(values.layers));
  values.place = PlaceOfFiles(documents);
  values.may_lack = session.emit.error_count() > 0;
  return JudgeByKcl(schema, session.model, values, options, session);
}

}  // namespace kval::driver
