#include "src/driver/pipeline.h"

#include <algorithm>
#include <utility>

#include "src/driver/json_schema.h"
#include "src/driver/kcl_values.h"
#include "src/driver/named_schema.h"
#include "src/driver/root_library.h"

namespace kval::driver {
namespace {

constexpr diag::Def<> kTwoLanguages{
    diag::Kind::kBadSchema, "the set has a schema in KCL and one in annotated YAML: it can have one only"};

constexpr diag::Def<> kNoSchema{diag::Kind::kNoSchema, "no input is a schema, so nothing was checked"};

// Said when nothing else is wrong: what could not be read may have been the schema.
void ReportNoSchema(const RunResult& result, Session& session) {
  const source::SourceFile* first = nullptr;
  for (const std::unique_ptr<LibraryFile>& file : session.files) {
    first = first == nullptr ? file->input.source : first;
  }
  const bool has_place = first != nullptr && !result.documents.empty();
  session.emit.Report(has_place ? source::Span{first->base(), first->base()} : source::Span(), kNoSchema)
      .Hint(
          "name the schema with `-f`: a YAML document that begins with `#@data/values-schema`, or a KCL "
          "file; "
          "`--yaml-only` checks no more than that the files are YAML")
      .Emit();
}

// A set whose schema is a KCL program.
void RunKcl(const std::vector<std::string>& files, const Documents& documents, Given given,
            const Options& options, source::FileReader& reader, Session& session, bool only_schemas,
            RunResult& result) {
  result.has_schema = true;
  const auto schema = CompileKcl(files, documents, options, reader, session);
  if (schema == nullptr || (!only_schemas && !CanJudge(*schema, files, session))) {
    result.failed_at = Stage::kSchema;
    return;
  }
  if (only_schemas) {
    return;
  }
  result.values = ComputeKclValues(*schema, documents, std::move(given), options, session);
  if (session.emit.error_count() > 0) {
    result.failed_at = Stage::kValues;
  }
}

// Every YAML file of the run, for the faults of its text alone.
void ReadYaml(const Options& options, Session& session, RunResult& result) {
  for (const std::unique_ptr<LibraryFile>& file : session.files) {
    if (file->type == FileType::kYaml && file->input.source != nullptr) {
      session.template_files.Read(*file, options);
    }
  }
  result.failed_at = session.emit.error_count() > 0 ? Stage::kValues : Stage::kDone;
}

// A set whose schema is a JSON Schema.
void RunJsonSchema(const Documents& documents, Given given, const Options& options,
                   source::FileReader& reader, Session& session, bool only_schemas, RunResult& result) {
  result.has_schema = true;
  if (!documents.schemas.empty()) {
    session.emit.Report(documents.schemas[0].document.span, kTwoLanguages).Emit();
    result.failed_at = Stage::kSchema;
    return;
  }
  if (!CompileJsonSchema(documents.json_schemas, options, reader, session) || documents.schema_failed) {
    result.failed_at = Stage::kSchema;
    return;
  }
  if (only_schemas) {
    return;
  }
  result.values = ComputeJsonValues(documents, std::move(given), options, session);
  if (session.emit.error_count() > 0) {
    result.failed_at = Stage::kValues;
  }
}

RunResult RunPipeline(const Options& given_options, source::FileReader& reader, Session& session,
                      bool only_schemas) {
  RunResult result;
  Options options = given_options;
  const bool loaded = LoadRootLibrary(options, reader, session);
  result.file_count = FileCount(session);
  if (!loaded) {
    result.failed_at = Stage::kInputs;
    return result;
  }
  if (options.yaml_only) {
    ReadYaml(options, session, result);
    return result;
  }
  std::vector<std::string> kcl = KclFiles(session);
  // What is only rendered, or asked for as a schema, is not judged by what it names.
  const bool may_name = kcl.empty() && !only_schemas && options.unchecked != Unchecked::kSilent;
  if ((!kcl.empty() || (may_name && NamesKclSchema(session))) && !options.has_dialect) {
    options.dialect = value::Dialect::kKcl;
  }
  Given given;
  Documents documents = CollectRoot(options, reader, session, given);
  if (may_name && documents.schemas.empty() && documents.json_schemas.empty() && !documents.schema_failed) {
    if (LoadNamedSchema(options, reader, session, documents) == Named::kFailed) {
      result.has_schema = true;  // there is one, which cannot be used
      result.failed_at = Stage::kSchema;
      return result;
    }
    result.file_count = FileCount(session);
    kcl = KclFiles(session);
  }
  if (!kcl.empty()) {
    RunKcl(kcl, documents, std::move(given), options, reader, session, only_schemas, result);
    return result;
  }
  if (!documents.json_schemas.empty()) {
    RunJsonSchema(documents, std::move(given), options, reader, session, only_schemas, result);
    return result;
  }
  result.has_schema = !documents.schemas.empty();
  if (!CompileSchema(documents, given, session.model, session)) {
    result.failed_at = Stage::kSchema;
  }
  if (only_schemas || (result.failed_at == Stage::kSchema && !session.model.has_root())) {
    return result;
  }
  if (!result.has_schema) {
    for (const ValuesDocument& values : documents.values) {
      result.documents.push_back(values.document.root);
    }
  }
  result.values = ComputeValues(documents, std::move(given), options, session.model, session).values;
  if (!result.has_schema && options.unchecked != Unchecked::kSilent && session.emit.error_count() == 0) {
    ReportNoSchema(result, session);
    result.failed_at = Stage::kInputs;
  }
  if (result.failed_at == Stage::kDone && session.emit.error_count() > 0) {
    result.failed_at = Stage::kValues;
  }
  return result;
}

}  // namespace

RunResult Run(const Options& options, source::FileReader& reader, Session& session) {
  return RunPipeline(options, reader, session, false);
}

RunResult CompileSchemas(const Options& options, source::FileReader& reader, Session& session) {
  return RunPipeline(options, reader, session, true);
}

}  // namespace kval::driver
