#include "src/driver/pipeline.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "src/driver/documents.h"
#include "src/driver/findings/file_result.h"
#include "src/driver/helm/layer.h"
#include "src/driver/inputs/classification.h"
#include "src/driver/inputs/input_file_reader.h"
#include "src/driver/inputs/values_dialect.h"
#include "src/driver/kcl/files.h"
#include "src/driver/libraries/root_library.h"
#include "src/driver/overlay.h"
#include "src/driver/render.h"
#include "src/driver/schemas/front_end.h"
#include "src/driver/schemas/schema_hint.h"
#include "src/driver/schemas/schema_modeline.h"
#include "src/driver/template_manifests.h"
#include "src/driver/template_runtime.h"

namespace kval::driver {
namespace {

// Where the plain files are read that are values and were named themselves.
std::set<std::string> PlainValues(const Documents& documents, const Session& session) {
  std::set<const source::SourceFile*> strings;
  for (const ValuesDocument& values : documents.values) {
    strings.insert(values.plain_file);
  }
  std::set<std::string> paths;
  for (const std::unique_ptr<LibraryFile>& file : session.files) {
    if (file->input.source != nullptr && !file->input.from_directory &&
        strings.count(file->input.source) != 0) {
      paths.insert(file->input.disk_path);
    }
  }
  return paths;
}

// Whether values are given besides those that the package declares.
bool HasUserValues(const DriverOptions& options, const Documents& documents) {
  return !options.flags.empty() ||
         std::any_of(documents.values.begin(), documents.values.end(),
                     [](const ValuesDocument& values) { return values.plain_file != nullptr; });
}

// Whether the user named a schema and nothing that it could validate. Directories may hold schemas alone.
bool LacksValues(const DriverOptions& options, const Documents& documents, const SuppliedDocuments& given,
                 const Session& session) {
  const bool has_any = !options.flags.empty() || !documents.values.empty() || !documents.empty.empty() ||
                       !given.layers.empty() || documents.has_templates || !documents.library_schemas.empty();
  return options.notes_missing_values && !has_any &&
         std::none_of(session.files.begin(), session.files.end(),
                      [](const std::unique_ptr<LibraryFile>& file) { return file->input.from_directory; });
}

// Evaluates the templates of a set with valid values, as `kval render` does, in its own session, and
// validates the manifests that they make. Findings go to `session`. `documents` are those of the set: plain
// values files are values for the templates too. Returns the number of validated resources.
size_t EvaluateTemplates(const DriverOptions& given_options, const KubernetesOptions* manifests,
                         const Documents& documents, source::FileReader& reader, Session& session) {
  DriverOptions options = given_options;
  options.unchecked = UncheckedPolicy::kSilent;
  options.locations_by_path = true;
  const std::set<std::string> values = PlainValues(documents, session);
  for (InputPath& input : options.inputs) {
    if (input.role == InputRole::kAuto && values.count(input.path) != 0) {
      input.role = InputRole::kValues;
    }
  }
  Session rendering(session.limits);
  rendering.steps = session.StepsTaken();
  const RenderResult rendered = Render(options, RenderGoal::kOutput, reader, rendering);
  size_t resource_count = 0;
  if (rendered.failed_at == Stage::kDone && manifests != nullptr) {
    resource_count = CheckTemplateManifests(rendered, HasUserValues(given_options, documents), *manifests,
                                            reader, rendering);
  }
  FileResult verdict;
  verdict.Take(rendering);
  verdict.steps -= session.StepsTaken();
  MergeInto(std::move(verdict), session.sources.file_count(), session);
  return resource_count;
}

constexpr diag::Def<std::string_view> kNoValues{diag::Kind::kNotChecked,
                                                "no values are given: kval checked {} alone"};

constexpr diag::Def<> kNoSchema{diag::Kind::kNoSchema, "no input is a schema, so nothing was checked"};

constexpr diag::Def<> kOnlyTemplates{
    diag::Kind::kNoSchema,
    "the data values have no schema: kval evaluated the templates, and checked nothing else"};

constexpr diag::Def<> kOnlyManifests{
    diag::Kind::kNoSchema,
    "the data values have no schema: kval evaluated the templates and validated their manifests"};

constexpr diag::Def<std::string_view, std::string_view> kNoSchemaOfTool{
    diag::Kind::kNoSchema, "{} is {}, and kval has no schema for it: nothing was checked"};

// Said when nothing else is wrong: what could not be read may have been the schema.
void ReportNoSchema(const PipelineResult& result, Session& session) {
  const source::SourceFile* first = nullptr;
  for (const std::unique_ptr<LibraryFile>& file : session.files) {
    first = first == nullptr ? file->input.source : first;
  }
  const bool has_place = first != nullptr && !result.documents.empty();
  const Classification is =
      has_place && session.files.size() == 1 ? ClassifyText(*first, session.limits) : Classification();
  if (has_place && is.role == FileRole::kOtherTool) {
    session.emit.Report({first->base(), first->base()}, kNoSchemaOfTool, first->name(), is.name)
        .Hint(
            "name a schema in a comment at the top, `# yaml-language-server: $schema=FILE` (`kval vendor` "
            "stores copies of "
            "remote schemas); `--yaml-only` validates YAML syntax alone")
        .Emit();
    return;
  }
  session.emit.Report(has_place ? source::Span{first->base(), first->base()} : source::Span(), kNoSchema)
      .Hint(SchemaHint() + "; `--yaml-only` validates YAML syntax alone")
      .Emit();
}

// Reads every YAML file of the run for syntax errors only.
void ReadYaml(const DriverOptions& options, Session& session, PipelineResult& result) {
  for (const std::unique_ptr<LibraryFile>& file : session.files) {
    if (file->type == FileType::kYaml && file->input.source != nullptr) {
      session.runtime->files.Read(*file, options);
    }
  }
  result.failed_at = session.emit.error_count() > 0 ? Stage::kValues : Stage::kDone;
}

// Where the first file of values begins; no place when there are none.
source::Span PlaceOfValues(const Documents& documents) {
  const LibraryFile* first = nullptr;
  for (const LibraryFile* file : documents.files) {
    first = first == nullptr || file->order < first->order ? file : first;
  }
  const source::SourceFile* text = first == nullptr ? nullptr : first->input.source;
  return text == nullptr ? source::Span() : source::Span{text->base(), text->base()};
}

std::vector<std::vector<const ValuesDocument*>> OneSet(const std::vector<ValuesDocument>& values) {
  std::vector<std::vector<const ValuesDocument*>> sets(1);
  for (const ValuesDocument& document : values) {
    sets.front().push_back(&document);
  }
  return sets;
}

// Whether the set has no values at all, and the schema states whether that is valid.
bool ValidatesEmpty(const SetSchema& schema, const Documents& documents, const SuppliedDocuments& given,
                    const DriverOptions& options) {
  return documents.values.empty() && given.layers.empty() && !documents.empty.empty() &&
         options.unchecked != UncheckedPolicy::kSilent && schema.validates_empty();
}

const value::Value* ValidateSet(const SetSchema& schema, const Documents& documents,
                                const std::vector<const ValuesDocument*>& set, const SuppliedDocuments& given,
                                const DriverOptions& options, Session& session) {
  ValidationInput values;
  for (const ValuesDocument* document : set) {
    values.layers.push_back(LayerOf(*document, schema.validates_undeclared_keys(), session));
  }
  values.layers.insert(values.layers.end(), given.layers.begin(), given.layers.end());
  if (ValidatesEmpty(schema, documents, given, options)) {
    values.layers.push_back(LayerOf(documents.empty.front(), true, session));
  }
  values.place = PlaceOfValues(documents);
  values.may_be_incomplete = session.emit.error_count() > 0;
  return schema.Validate(values, options, session);
}

// A set with a schema, in whatever language it is.
void RunWithSchema(const FrontEnd& language, const Documents& documents, const SuppliedDocuments& given,
                   const DriverOptions& options, const KubernetesOptions* manifests,
                   source::FileReader& reader, Session& session, bool only_schemas, PipelineResult& result) {
  const CompiledSet compiled = language.compile(documents, given, options, reader, session);
  result.failed_at = compiled.is_invalid ? Stage::kSchema : Stage::kDone;
  if (compiled.schema == nullptr) {
    return;
  }
  if (!compiled.schema->HasConstraints(session)) {
    result.failed_at = Stage::kSchema;
    return;
  }
  if (only_schemas) {
    return;
  }
  if (!ValidatesEmpty(*compiled.schema, documents, given, options)) {
    ReportEmptyFiles(documents, options, session);
  }
  const bool are_apart =
      compiled.schema->validates_documents_separately() && options.unchecked != UncheckedPolicy::kSilent;
  const std::vector<std::vector<const ValuesDocument*>> sets =
      are_apart ? SeparateSets(documents.values, session) : OneSet(documents.values);
  if (sets.empty()) {
    result.failed_at = Stage::kInputs;
    return;
  }
  for (const std::vector<const ValuesDocument*>& set : sets) {
    result.values = ValidateSet(*compiled.schema, documents, set, given, options, session);
  }
  if (documents.has_templates && options.evaluates_templates && session.emit.error_count() == 0) {
    EvaluateTemplates(options, manifests, documents, reader, session);
  }
  if (result.failed_at == Stage::kDone && session.emit.error_count() > 0) {
    result.failed_at = Stage::kValues;
  }
  if (result.failed_at == Stage::kDone && LacksValues(options, documents, given, session)) {
    session.emit.Report({}, kNoValues, KclFiles(session).empty() ? "the schema" : "the KCL program")
        .As(diag::Severity::kNote)
        .Hint("pass values with another `-f`, such as `-f values.yml`")
        .Emit();
  }
}

// Whether directories were searched for the values: then they need not be for each other.
bool AreFromDirectories(const Documents& documents) {
  return std::any_of(documents.files.begin(), documents.files.end(),
                     [](const LibraryFile* file) { return !file->input.directory.empty(); });
}

// Evaluates the templates, if there are any; otherwise reports that nothing is checked.
void CheckWithoutSchema(const Documents& documents, const DriverOptions& options,
                        const KubernetesOptions* manifests, source::FileReader& reader, Session& session,
                        PipelineResult& result) {
  const bool has_values = !documents.values.empty();
  if (documents.has_templates && (has_values || options.unchecked == UncheckedPolicy::kError)) {
    const size_t resource_count = EvaluateTemplates(options, manifests, documents, reader, session);
    if (has_values) {
      session.emit.Report({}, resource_count > 0 ? kOnlyManifests : kOnlyTemplates)
          .As(diag::Severity::kNote)
          .Hint("`kval schema infer VALUES.yml` writes a schema of the values")
          .Emit();
    }
    const bool has_errors = session.emit.error_count() > 0;
    if (has_values || has_errors || resource_count > 0) {
      result.failed_at = has_errors ? Stage::kValues : Stage::kDone;
      return;
    }
  }
  ReportNoSchema(result, session);
  result.failed_at = Stage::kInputs;
}

// Without a schema the values are merged as they are, and the templates are evaluated with annotated ones.
void RunWithoutSchema(const Documents& documents, SuppliedDocuments given, const DriverOptions& options,
                      const KubernetesOptions* manifests, source::FileReader& reader, Session& session,
                      PipelineResult& result) {
  ReportEmptyFiles(documents, options, session);
  for (const ValuesDocument& values : documents.values) {
    result.documents.push_back(values.document.root);
  }
  const bool is_check = options.unchecked != UncheckedPolicy::kSilent;
  if (!is_check || !AreFromDirectories(documents)) {
    result.values = ComputeValues(documents, std::move(given), options, session.model, session).values;
  }
  if (session.emit.error_count() > 0) {
    result.failed_at = Stage::kValues;
  } else if (is_check) {
    CheckWithoutSchema(documents, options, manifests, reader, session, result);
  }
}

// The schema that the values name, when the inputs hold none. False when it cannot be used. Values that
// exclude themselves from validation need none.
bool AddNamedSchema(DriverOptions& options, source::FileReader& reader, Session& session,
                    Documents& documents, PipelineResult& result) {
  const ModelineResult named = LoadModelineSchema(options, reader, session, documents);
  result.file_count = FileCount(session);
  if (named == ModelineResult::kFailed) {
    result.has_schema = true;  // there is one
    result.failed_at = Stage::kSchema;
  } else if (named == ModelineResult::kExcluded) {
    options.unchecked = UncheckedPolicy::kSilent;
  }
  return named != ModelineResult::kFailed;
}

// What Helm merges is one layer, below what only kval's own flags set.
void LayAsHelm(const Documents& documents, const DriverOptions& options, source::FileReader& reader,
               Session& session, SuppliedDocuments& given, PipelineResult& result) {
  const bool has_any =
      !documents.helm_files.empty() || std::any_of(options.flags.begin(), options.flags.end(), IsHelmFlag);
  if (options.as_helm && has_any) {
    HelmLayer made = MergeHelmLayer(documents, options, reader, session);
    given.layers.insert(given.layers.begin(), std::move(made.layer));
    result.strings = std::move(made.strings);
  }
}

PipelineResult RunPipeline(const DriverOptions& given_options, const KubernetesOptions* manifests,
                           source::FileReader& disk, Session& session, bool only_schemas) {
  InputFileReader again(disk);  // templates are read twice, standard input cannot be
  // Compiled schemas keep their reader, which has to outlive this call.
  source::FileReader& reader = only_schemas ? disk : again;
  PipelineResult result;
  DriverOptions options = given_options;
  const bool loaded = LoadRootLibrary(options, reader, session,
                                      options.yaml_only ? UnreadableInputs::kSkip : UnreadableInputs::kStop);
  result.file_count = FileCount(session);
  if (options.yaml_only) {
    ReadYaml(options, session, result);
  }
  if (!loaded) {
    result.failed_at = Stage::kInputs;
  }
  if (!loaded || options.yaml_only) {
    return result;
  }
  const bool has_kcl = !KclFiles(session).empty();
  // Rendering and schema commands ignore modelines.
  const bool may_name = !has_kcl && !only_schemas && options.unchecked != UncheckedPolicy::kSilent;
  options.definitions_are_schemas = may_name;
  options.evaluates_templates = !only_schemas && options.unchecked != UncheckedPolicy::kSilent;
  options.dialect = DialectOfValues(options, reader, session);
  options.as_helm = options.has_dialect && options.dialect == value::Dialect::kHelm && !options.renders;
  SuppliedDocuments given;
  Documents documents = CollectRoot(options, reader, session, given);
  if (may_name && documents.schemas.empty() && documents.json_schemas.empty() &&
      documents.definitions.empty() && !documents.schema_failed &&
      !AddNamedSchema(options, reader, session, documents, result)) {
    return result;
  }
  if (!only_schemas) {
    LayAsHelm(documents, options, reader, session, given, result);
  }
  bool has_one_language = true;
  const FrontEnd* language = FrontEndOf(documents, session, has_one_language);
  result.has_schema = language != nullptr;
  if (!has_one_language || (language == nullptr && documents.schema_failed)) {
    result.failed_at = Stage::kSchema;
  } else if (language != nullptr) {
    RunWithSchema(*language, documents, given, options, manifests, reader, session, only_schemas, result);
  } else if (!only_schemas) {
    RunWithoutSchema(documents, std::move(given), options, manifests, reader, session, result);
  }
  return result;
}

}  // namespace

PipelineResult Run(const DriverOptions& options, source::FileReader& reader, Session& session,
                   const KubernetesOptions* manifests) {
  return RunPipeline(options, manifests, reader, session, false);
}

PipelineResult CompileSchemas(const DriverOptions& options, source::FileReader& reader, Session& session) {
  return RunPipeline(options, nullptr, reader, session, true);
}

}  // namespace kval::driver
