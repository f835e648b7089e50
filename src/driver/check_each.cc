#include "src/driver/check_each.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "src/driver/compiled_schema.h"
#include "src/driver/findings/diagnostic_limit.h"
#include "src/driver/findings/file_result.h"
#include "src/driver/inputs/classify.h"
#include "src/driver/inputs/inputs.h"
#include "src/driver/inputs/values_dialect.h"
#include "src/driver/kcl/files.h"
#include "src/driver/libraries/root_library.h"
#include "src/driver/parallel_for.h"
#include "src/driver/pipeline.h"
#include "src/driver/schemas/schema_modeline.h"
#include "src/driver/shared_step_budget.h"

namespace kval::driver {
namespace {

// Validates every file; results are in file order. Files from `beyond` on have none, because the run's steps
// are exhausted.
std::vector<FileResult> ValidateAll(const CompiledSchema& validator, const std::vector<InputFile>& files,
                                    const CheckEachOptions& each, source::FileReader& reader, size_t jobs,
                                    std::optional<size_t>& beyond) {
  std::vector<FileResult> verdicts(files.size());
  std::atomic<size_t> done{0};
  DiagnosticLimit bound(validator.session().limits.findings);
  SharedStepBudget work(validator.session().limits.run_steps, validator.session().steps);
  std::vector<ThreadCache> kept(ThreadCount(files.size(), jobs));
  ParallelFor(files.size(), jobs, [&](size_t i, size_t thread) {
    if (const std::optional<uint64_t> steps = work.Allowance()) {
      Session session(&validator.session());
      verdicts[i].document_count = validator.File(files[i], reader, session, &kept[thread], *steps);
      work.Spent(i, session.StepsTaken());
      verdicts[i].Take(session);
      bound.Truncate(i, verdicts[i]);
    }
    if (each.progress != nullptr) {
      each.progress(++done, files.size());
    }
  });
  beyond = work.first_unchecked();
  verdicts.resize(beyond.value_or(files.size()));
  return verdicts;
}

// Validates files by the schema among the inputs.
CheckEachResult ValidateFiles(const DriverOptions& options, const std::vector<InputFile>& files,
                              const CheckEachOptions& each, source::FileReader& reader, Session& session) {
  CheckEachResult result;
  const bool ok = LoadRootLibrary(options, reader, session);
  result.file_count = FileCount(session) + files.size();
  if (!ok) {
    result.failed_at = Stage::kInputs;
    return result;
  }
  const std::unique_ptr<const CompiledSchema> validator = CompiledSchema::Compile(options, reader, session);
  ++result.compilations;
  if (validator == nullptr) {
    result.failed_at = Stage::kSchema;
    return result;
  }
  const size_t known_strings = session.sources.file_count();
  const size_t jobs = validator->is_shareable() ? each.jobs : 1;
  std::optional<size_t> beyond;
  for (FileResult& verdict : ValidateAll(*validator, files, each, reader, jobs, beyond)) {
    result.document_count += verdict.document_count;
    MergeInto(std::move(verdict), known_strings, session);
  }
  if (beyond) {
    ReportNotChecked(files, *beyond, reader, session);
  }
  if (session.emit.error_count() > 0) {
    result.failed_at = Stage::kValues;
  }
  return result;
}

DriverOptions WithSchema(const DriverOptions& options, const std::string& path) {
  DriverOptions with = options;
  with.inputs.push_back({path, {}, path.ends_with(".k") ? InputRole::kAuto : InputRole::kSchema});
  return with;
}

// Moves the findings of some files from their own session.
void Take(const CheckEachResult& validated, Session& part, CheckEachResult& result, Session& session) {
  result.failed_at = std::min(result.failed_at, validated.failed_at);
  result.file_count += validated.file_count;
  result.document_count += validated.document_count;
  result.compilations += validated.compilations;
  FileResult verdict;
  verdict.Take(part);
  verdict.steps -= session.steps;
  MergeInto(std::move(verdict), session.sources.file_count(), session);
}

// Files with modelines: those of each schema in one session.
CheckEachResult ValidateByNamed(const DriverOptions& options, const std::vector<InputFile>& files,
                                const std::vector<std::optional<std::string>>& schemas,
                                const CheckEachOptions& each, source::FileReader& reader, Session& session) {
  CheckEachResult result;
  std::map<std::string, std::vector<InputFile>> files_of;
  for (size_t i = 0; i < files.size(); ++i) {
    if (schemas[i]) {
      files_of[*schemas[i]].push_back(files[i]);
    } else {
      result.could_read = false;
      ++result.file_count;
    }
  }
  for (const auto& [schema, its_files] : files_of) {
    Session part(session.limits);
    part.steps = session.steps;
    Take(ValidateFiles(WithSchema(options, schema), its_files, each, reader, part), part, result, session);
  }
  return result;
}

CheckEachResult CheckAsOneSet(const DriverOptions& options, source::FileReader& reader, Session& session) {
  const PipelineResult run = Run(options, reader, session);
  CheckEachResult result;
  result.failed_at = run.failed_at;
  result.file_count = run.file_count;
  result.compilations = run.has_schema ? 1 : 0;
  return result;
}

// A set with templates, which are evaluated with the values of each file.
CheckEachResult CheckWithTemplates(const DriverOptions& options, const std::vector<InputFile>& files,
                                   InputFileReader& reader, Session& session) {
  CheckEachResult result;
  for (const InputFile& file : files) {
    if (!file.directory.empty()) {
      reader.Add(file);
    }
  }
  for (const InputFile& file : files) {
    DriverOptions set = options;
    set.inputs.push_back({file.path, {}, InputRole::kValues});
    Session part(session.limits);
    part.steps = session.steps;
    Take(CheckAsOneSet(set, reader, part), part, result, session);
    result.compilations = std::min<size_t>(result.compilations, 1);
  }
  return result;
}

// By the schemas that files name, or all by the schema among the inputs.
CheckEachResult CheckFound(const DriverOptions& options, const std::vector<InputFile>& files,
                           const CheckEachOptions& each, InputFileReader& reader, Session& session) {
  if (!options.inputs.empty()) {
    return ValidateFiles(options, files, each, reader, session);
  }
  const std::vector<std::optional<std::string>> named = FindModelineSchemas(files, options, reader, session);
  const bool is_one = std::all_of(named.begin(), named.end(), [&](const std::optional<std::string>& schema) {
    return schema && *schema == named.front();
  });
  if (!is_one) {
    return ValidateByNamed(options, files, named, each, reader, session);
  }
  const bool has_schema = !named.empty() && !named.front()->empty();
  return ValidateFiles(has_schema ? WithSchema(options, *named.front()) : options, files, each, reader,
                       session);
}

CheckEachResult CheckEachFrom(const DriverOptions& options, const CheckEachOptions& each, bool has_templates,
                              InputFileReader& reader, Session& session) {
  std::vector<InputFile> files;
  // Paths that can be read are checked even if others cannot.
  const bool are_found = ExpandPaths(each.paths, reader, session.emit, files);
  CheckEachResult result;
  if (!are_found && files.empty()) {
    result.failed_at = Stage::kInputs;
    return result;
  }
  result = has_templates ? CheckWithTemplates(options, files, reader, session)
                         : CheckFound(options, files, each, reader, session);
  result.could_read = result.could_read && are_found;
  return result;
}

// The roles of the files that the options name.
struct InputSummary {
  bool could_read = true;
  bool has_schema = false;
  bool has_templates = false;
  bool names_schema = false;      // a file of values names one
  std::vector<InputFile> values;  // plain files
  std::set<std::string> others;   // the inputs that are, or hold, anything else
};

InputSummary SurveyOf(const DriverOptions& given_options, source::FileReader& reader) {
  InputSummary survey;
  Session session(given_options.limits);  // findings are discarded, because the files are read again
  DriverOptions options = given_options;
  survey.could_read = LoadRootLibrary(options, reader, session);
  if (!survey.could_read) {
    return survey;
  }
  survey.has_schema = !KclFiles(session).empty();
  options.definitions_are_schemas = !survey.has_schema;
  options.dialect = DialectOfValues(options, reader, session);
  std::set<const LibraryFile*> values;
  for (const ClassifiedInput& file : Classify(options, session.library, session)) {
    const bool is_plain = file.purpose == InputPurpose::kValues && file.file->input.role == InputRole::kAuto;
    survey.has_templates = survey.has_templates || file.purpose == InputPurpose::kTemplate ||
                           file.purpose == InputPurpose::kText;
    survey.has_schema = survey.has_schema || file.has_schema || file.purpose == InputPurpose::kJsonSchema ||
                        file.purpose == InputPurpose::kDefinitions;
    if (is_plain) {
      const RunInput& input = file.file->input;
      values.insert(file.file);
      survey.values.push_back({input.disk_path, input.directory});
      survey.names_schema = survey.names_schema || FindSchemaModeline(*input.source).has_value();
    }
  }
  for (const std::unique_ptr<LibraryFile>& file : session.files) {
    if (values.count(file.get()) == 0 && file->input.source != nullptr) {
      survey.others.insert(file->input.directory.empty() ? file->input.disk_path : file->input.directory);
    }
  }
  return survey;
}

}  // namespace

CheckEachResult CheckEach(const DriverOptions& options, const CheckEachOptions& each,
                          source::FileReader& disk, Session& session) {
  InputFileReader reader(disk);
  return CheckEachFrom(options, each, false, reader, session);
}

CheckEachResult CheckPaths(const DriverOptions& options, const CheckEachOptions& paths,
                           source::FileReader& disk, Session& session) {
  InputFileReader reader(disk);
  if (!options.inputs.empty()) {
    const InputSummary survey = SurveyOf(options, reader);
    if (survey.has_schema) {
      return CheckEachFrom(options, paths, survey.has_templates, reader, session);
    }
  }
  DriverOptions all = options;
  for (const std::string& path : paths.paths) {
    all.inputs.push_back({path, {}, InputRole::kAuto});
  }
  InputSummary survey = SurveyOf(all, reader);
  // Values of `-f` are layers below those of the paths.
  const std::set<std::string> given(paths.paths.begin(), paths.paths.end());
  std::erase_if(survey.values, [&given](const InputFile& file) {
    return given.count(file.directory.empty() ? file.path : file.directory) == 0;
  });
  if (!survey.could_read || survey.values.empty()) {
    return CheckAsOneSet(all, reader, session);
  }
  if (!survey.has_schema) {
    return survey.names_schema && options.inputs.empty()
               ? CheckEachFrom(options, paths, false, reader, session)
               : CheckAsOneSet(all, reader, session);
  }
  DriverOptions schemas = options;
  for (const InputFile& file : survey.values) {
    reader.Hide(file.path);
  }
  for (const std::string& path : paths.paths) {
    if (survey.others.count(path) != 0) {
      schemas.inputs.push_back({path, {}, InputRole::kAuto});
    }
  }
  return survey.has_templates ? CheckWithTemplates(schemas, survey.values, reader, session)
                              : ValidateFiles(schemas, survey.values, paths, reader, session);
}

}  // namespace kval::driver
