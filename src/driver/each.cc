#include "src/driver/each.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "src/driver/findings/file_verdict.h"
#include "src/driver/findings/findings_bound.h"
#include "src/driver/inputs/classify.h"
#include "src/driver/inputs/inputs.h"
#include "src/driver/inputs/values_dialect.h"
#include "src/driver/judge.h"
#include "src/driver/kcl/files.h"
#include "src/driver/libraries/root_library.h"
#include "src/driver/pipeline.h"
#include "src/driver/run_work.h"
#include "src/driver/schemas/named_schema.h"
#include "src/driver/side_by_side.h"

namespace kval::driver {
namespace {

// Validates every file; results are in file order. Files from `beyond` on have none, because the run's steps
// are exhausted.
std::vector<FileVerdict> JudgeAll(const Judge& judge, const std::vector<GivenFile>& files,
                                  const EachOptions& each, source::FileReader& reader, size_t jobs,
                                  std::optional<size_t>& beyond) {
  std::vector<FileVerdict> verdicts(files.size());
  std::atomic<size_t> done{0};
  FindingsBound bound(judge.session().limits.findings);
  RunWork work(judge.session().limits.run_steps, judge.session().steps);
  std::vector<Kept> kept(ThreadCount(files.size(), jobs));
  SideBySide(files.size(), jobs, [&](size_t i, size_t thread) {
    if (const std::optional<uint64_t> steps = work.Allowance()) {
      Session session(&judge.session());
      verdicts[i].document_count = judge.File(files[i], reader, session, &kept[thread], *steps);
      work.Spent(i, session.StepsTaken());
      verdicts[i].Take(session);
      bound.Cut(i, verdicts[i]);
    }
    if (each.progress != nullptr) {
      each.progress(++done, files.size());
    }
  });
  beyond = work.first_beyond();
  verdicts.resize(beyond.value_or(files.size()));
  return verdicts;
}

// Validates files by the schema among the inputs.
EachResult JudgeFiles(const Options& options, const std::vector<GivenFile>& files, const EachOptions& each,
                      source::FileReader& reader, Session& session) {
  EachResult result;
  const bool ok = LoadRootLibrary(options, reader, session);
  result.file_count = FileCount(session) + files.size();
  if (!ok) {
    result.failed_at = Stage::kInputs;
    return result;
  }
  const std::unique_ptr<const Judge> judge = Judge::Compile(options, reader, session);
  ++result.compilations;
  if (judge == nullptr) {
    result.failed_at = Stage::kSchema;
    return result;
  }
  const size_t known_texts = session.sources.file_count();
  const size_t jobs = judge->is_shareable() ? each.jobs : 1;
  std::optional<size_t> beyond;
  for (FileVerdict& verdict : JudgeAll(*judge, files, each, reader, jobs, beyond)) {
    result.document_count += verdict.document_count;
    HandOver(std::move(verdict), known_texts, session);
  }
  if (beyond) {
    ReportBeyond(files, *beyond, reader, session);
  }
  if (session.emit.error_count() > 0) {
    result.failed_at = Stage::kValues;
  }
  return result;
}

Options WithSchema(const Options& options, const std::string& path) {
  Options with = options;
  with.inputs.push_back({path, {}, path.ends_with(".k") ? Role::kAuto : Role::kSchema});
  return with;
}

// Moves the findings of some files from their own session.
void Take(const EachResult& judged, Session& part, EachResult& result, Session& session) {
  result.failed_at = std::min(result.failed_at, judged.failed_at);
  result.file_count += judged.file_count;
  result.document_count += judged.document_count;
  result.compilations += judged.compilations;
  FileVerdict verdict;
  verdict.Take(part);
  verdict.steps -= session.steps;
  HandOver(std::move(verdict), session.sources.file_count(), session);
}

// Files with modelines: those of each schema in one session.
EachResult JudgeByNamed(const Options& options, const std::vector<GivenFile>& files,
                        const std::vector<std::optional<std::string>>& schemas, const EachOptions& each,
                        source::FileReader& reader, Session& session) {
  EachResult result;
  std::map<std::string, std::vector<GivenFile>> files_of;
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
    Take(JudgeFiles(WithSchema(options, schema), its_files, each, reader, part), part, result, session);
  }
  return result;
}

EachResult CheckAsOneSet(const Options& options, source::FileReader& reader, Session& session) {
  const RunResult run = Run(options, reader, session);
  EachResult result;
  result.failed_at = run.failed_at;
  result.file_count = run.file_count;
  result.compilations = run.has_schema ? 1 : 0;
  return result;
}

// A set with templates, which are evaluated with the values of each file.
EachResult CheckWithTemplates(const Options& options, const std::vector<GivenFile>& files, FoundFiles& reader,
                              Session& session) {
  EachResult result;
  for (const GivenFile& file : files) {
    if (!file.directory.empty()) {
      reader.Add(file);
    }
  }
  for (const GivenFile& file : files) {
    Options set = options;
    set.inputs.push_back({file.path, {}, Role::kValues});
    Session part(session.limits);
    part.steps = session.steps;
    Take(CheckAsOneSet(set, reader, part), part, result, session);
    result.compilations = std::min<size_t>(result.compilations, 1);
  }
  return result;
}

// By the schemas that files name, or all by the schema among the inputs.
EachResult CheckFound(const Options& options, const std::vector<GivenFile>& files, const EachOptions& each,
                      FoundFiles& reader, Session& session) {
  if (!options.inputs.empty()) {
    return JudgeFiles(options, files, each, reader, session);
  }
  const std::vector<std::optional<std::string>> named = FindNamedSchemas(files, options, reader, session);
  const bool is_one = std::all_of(named.begin(), named.end(), [&](const std::optional<std::string>& schema) {
    return schema && *schema == named.front();
  });
  if (!is_one) {
    return JudgeByNamed(options, files, named, each, reader, session);
  }
  const bool has_schema = !named.empty() && !named.front()->empty();
  return JudgeFiles(has_schema ? WithSchema(options, *named.front()) : options, files, each, reader, session);
}

EachResult CheckEachFrom(const Options& options, const EachOptions& each, bool has_templates,
                         FoundFiles& reader, Session& session) {
  std::vector<GivenFile> files;
  // Paths that can be read are checked even if others cannot.
  const bool are_found = ExpandPaths(each.paths, reader, session.emit, files);
  EachResult result;
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
struct Survey {
  bool could_read = true;
  bool has_schema = false;
  bool has_templates = false;
  bool names_schema = false;      // a file of values names one
  std::vector<GivenFile> values;  // plain files
  std::set<std::string> others;   // the inputs that are, or hold, anything else
};

Survey SurveyOf(const Options& given_options, source::FileReader& reader) {
  Survey survey;
  Session session(given_options.limits);  // findings are discarded, because the files are read again
  Options options = given_options;
  survey.could_read = LoadRootLibrary(options, reader, session);
  if (!survey.could_read) {
    return survey;
  }
  survey.has_schema = !KclFiles(session).empty();
  options.definitions_are_schemas = !survey.has_schema;
  options.dialect = DialectOfValues(options, reader, session);
  std::set<const LibraryFile*> values;
  for (const Classified& file : Classify(options, session.library, session)) {
    const bool is_plain = file.purpose == Purpose::kValues && file.file->input.role == Role::kAuto;
    survey.has_templates =
        survey.has_templates || file.purpose == Purpose::kTemplate || file.purpose == Purpose::kText;
    survey.has_schema = survey.has_schema || file.has_schema || file.purpose == Purpose::kJsonSchema ||
                        file.purpose == Purpose::kDefinitions;
    if (is_plain) {
      const Input& input = file.file->input;
      values.insert(file.file);
      survey.values.push_back({input.disk_path, input.directory});
      survey.names_schema = survey.names_schema || SchemaNamedIn(*input.source).has_value();
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

EachResult CheckEach(const Options& options, const EachOptions& each, source::FileReader& disk,
                     Session& session) {
  FoundFiles reader(disk);
  return CheckEachFrom(options, each, false, reader, session);
}

EachResult CheckPaths(const Options& options, const EachOptions& paths, source::FileReader& disk,
                      Session& session) {
  FoundFiles reader(disk);
  if (!options.inputs.empty()) {
    const Survey survey = SurveyOf(options, reader);
    if (survey.has_schema) {
      return CheckEachFrom(options, paths, survey.has_templates, reader, session);
    }
  }
  Options all = options;
  for (const std::string& path : paths.paths) {
    all.inputs.push_back({path, {}, Role::kAuto});
  }
  Survey survey = SurveyOf(all, reader);
  // Values of `-f` are layers below those of the paths.
  const std::set<std::string> given(paths.paths.begin(), paths.paths.end());
  std::erase_if(survey.values, [&given](const GivenFile& file) {
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
  Options schemas = options;
  for (const GivenFile& file : survey.values) {
    reader.Hide(file.path);
  }
  for (const std::string& path : paths.paths) {
    if (survey.others.count(path) != 0) {
      schemas.inputs.push_back({path, {}, Role::kAuto});
    }
  }
  return survey.has_templates ? CheckWithTemplates(schemas, survey.values, reader, session)
                              : JudgeFiles(schemas, survey.values, paths, reader, session);
}

}  // namespace kval::driver
