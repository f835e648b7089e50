#include "src/driver/check_plan.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "src/diag/spans.h"
#include "src/driver/inputs/classify.h"
#include "src/driver/inputs/parsed_files.h"
#include "src/driver/inputs/values_dialect.h"
#include "src/driver/kcl/files.h"
#include "src/driver/libraries/root_library.h"
#include "src/driver/schemas/schema_choice.h"
#include "src/driver/schemas/schema_modeline.h"
#include "src/support/path_text.h"

namespace kval::driver {
namespace {

constexpr std::string_view kByInputs = "the schema is among the inputs";
constexpr std::string_view kByPaths = "the schema is among the paths";

constexpr diag::Def<std::string_view> kValidatesNothing{
    diag::Kind::kNotChecked,
    "{} validates no file: the other files of the directory are validated by their own kind"};

PlannedCheck CheckOf(CheckMethod method, DriverOptions options, std::string_view why) {
  PlannedCheck check;
  check.method = method;
  check.options = std::move(options);
  check.why = why;
  return check;
}

DriverOptions WithSchema(const DriverOptions& options, const std::string& path) {
  DriverOptions with = options;
  with.inputs.push_back({path, {}, path.ends_with(".k") ? InputRole::kAuto : InputRole::kSchema});
  return with;
}

// The roles of the files that the options name.
struct InputSummary {
  bool could_read = true;
  bool has_schema = false;
  bool has_templates = false;
  bool has_manifests = false;       // among `values`
  bool names_schema = false;        // a file of values names one, or has the name of a built-in one
  std::vector<InputFile> values;    // plain files
  std::vector<InputFile> outputs;   // plain files of directories with templates or annotated values
  std::vector<Failure> unreadable;  // files of directories, if all others could be read
  std::set<std::string> others;     // the inputs that are, or hold, anything else
  std::set<std::string> schemas;    // paths of files
  size_t json_schema_count = 0;
  std::map<std::string, KnownFile> known;  // the files of the user, by path
  ParsedFiles parsed;                      // those that are parsed as manifests
  std::shared_ptr<Session> read;           // of both
};

// Returns the files that `session` has parsed as the check of manifests does, without findings.
ParsedFiles ParsedManifests(const DriverOptions& options, const std::vector<ClassifiedInput>& files,
                            const std::shared_ptr<Session>& session) {
  ParsedFiles parsed{{}, session};
  if (options.dialect != value::Dialect::kK8s || options.strict_yaml || options.warn_ambiguous ||
      options.yaml_cpp_reader || !session->findings.dropped().empty()) {
    return parsed;
  }
  std::set<const source::SourceFile*> with_findings;
  for (const diag::Diagnostic& finding : session->findings.diagnostics()) {
    diag::ForEachSpan(finding, [&](source::Span span) {
      if (span.has_value()) {
        with_findings.insert(&session->sources.FileOf(span));
      }
    });
  }
  for (const ClassifiedInput& file : files) {
    const RunInput& input = file.file->input;
    if (file.is.names_kinds && !file.text->has_templating && with_findings.count(input.source) == 0) {
      parsed.by_path.emplace(input.disk_path, &file.text->file);
    }
  }
  return parsed;
}

// Hides what could not be read in directories, and returns whether nothing else has failed and no limit is
// exceeded. A text file that is not a template is no input of a check.
bool TakeUnreadable(InputFileReader& reader, const Session& session, InputSummary& survey) {
  const std::map<std::string, Failure>& unreadable = reader.unreadable();
  const bool is_limit = std::any_of(unreadable.begin(), unreadable.end(), [](const auto& one) {
    return one.second.kind == FailureKind::kTooLarge || one.second.kind == FailureKind::kTooDeep;
  });
  if (unreadable.empty() || is_limit || session.emit.error_count() != unreadable.size()) {
    return false;
  }
  survey.could_read = true;
  reader.HideUnreadable();
  for (const auto& [path, failure] : unreadable) {
    if (!path.ends_with(".txt")) {
      survey.unreadable.push_back(failure);
    }
  }
  return true;
}

// Reads and classifies the inputs in a session based on `target`.
InputSummary SurveyOf(const DriverOptions& given_options, InputFileReader& reader, const Session& target) {
  InputSummary survey;
  survey.read = std::make_shared<Session>(&target);
  Session& session = *survey.read;  // its findings are discarded, because files with findings are read again
  DriverOptions options = given_options;
  survey.could_read = LoadRootLibrary(options, reader, session, UnreadableInputs::kSkip);
  if (!survey.could_read && !TakeUnreadable(reader, session, survey)) {
    return survey;
  }
  for (std::string& file : KclFiles(session)) {
    survey.schemas.insert(std::move(file));
  }
  survey.has_schema = !survey.schemas.empty();
  options.definitions_are_schemas = !survey.has_schema;
  options.dialect = DialectOfValues(options, reader, session);
  if (options.dialect == given_options.dialect && !options.has_dialect) {
    options.dialect = value::Dialect::kK8s;  // so that manifests are parsed once
  }
  const std::vector<ClassifiedInput> files = Classify(options, session.library, session);
  survey.parsed = ParsedManifests(options, files, survey.read);
  std::set<const LibraryFile*> values;
  for (const ClassifiedInput& file : files) {
    if (file.text != nullptr && file.file->input.role == InputRole::kAuto) {
      survey.known.emplace(file.file->input.disk_path, KnownFile{file.file->input.source, file.is});
    }
    const bool is_plain = file.purpose == InputPurpose::kValues && file.file->input.role == InputRole::kAuto;
    survey.has_templates = survey.has_templates || file.purpose == InputPurpose::kTemplate ||
                           file.purpose == InputPurpose::kText;
    if (file.has_schema || file.purpose == InputPurpose::kJsonSchema ||
        file.purpose == InputPurpose::kDefinitions) {
      survey.has_schema = true;
      survey.schemas.insert(file.file->input.disk_path);
      survey.json_schema_count += file.purpose == InputPurpose::kJsonSchema ? 1 : 0;
    }
    const bool is_output = file.purpose == InputPurpose::kOutput || file.purpose == InputPurpose::kManifest;
    if (is_output && file.file->input.role == InputRole::kAuto && !file.file->input.directory.empty()) {
      survey.outputs.push_back({file.file->input.disk_path, file.file->input.directory});
    }
    if (is_plain) {
      const RunInput& input = file.file->input;
      values.insert(file.file);
      survey.values.push_back({input.disk_path, input.directory});
      survey.has_manifests = survey.has_manifests || file.is.role == FileRole::kManifest;
      survey.names_schema =
          survey.names_schema || file.is.builtin != nullptr || FindSchemaModeline(*input.source).has_value();
    }
  }
  for (const std::unique_ptr<LibraryFile>& file : session.files) {
    if (values.count(file.get()) == 0 && file->input.source != nullptr) {
      survey.others.insert(file->input.directory.empty() ? file->input.disk_path : file->input.directory);
    }
  }
  return survey;
}

// The checks of files without a schema among the inputs: by what each file says.
class PlannerByFile {
 public:
  PlannerByFile(const DriverOptions& options, InputFileReader& reader, Session& session, CheckPlan& plan)
      : options_(options), reader_(reader), session_(session), plan_(plan) {}

  void Add(const std::vector<InputFile>& files, InputSummary survey) {
    const std::vector<SchemaChoice> choices = ChooseSchemas(files, survey.known, options_, reader_, session_);
    std::map<std::string, PlannedCheck> by_schema;
    PlannedCheck manifests = CheckOf(CheckMethod::kManifests, options_, "");
    manifests.manifests.parsed = std::make_shared<const ParsedFiles>(std::move(survey.parsed));
    PlannedCheck excluded = CheckOf(CheckMethod::kYamlOnly, options_, "");
    PlannedCheck others = CheckOf(CheckMethod::kDocuments, options_, "no schema was found for it");
    // Kinds without a known schema are errors, unless files may be unchecked.
    if (options_.unchecked != UncheckedPolicy::kError) {
      manifests.manifests.ignored_kinds = {"*"};
    }
    for (size_t i = 0; i < files.size(); ++i) {
      const SchemaChoice& choice = choices[i];
      switch (choice.kind) {
        case SchemaChoice::Kind::kFile: {
          PlannedCheck& check = by_schema[choice.path];
          if (check.files.empty()) {
            check = CheckOf(CheckMethod::kDocuments, WithSchema(options_, choice.path), choice.why);
          }
          check.files.push_back(files[i]);
          break;
        }
        case SchemaChoice::Kind::kManifest:
          AddTo(manifests, files[i], choice);
          break;
        case SchemaChoice::Kind::kExcluded:
          AddTo(excluded, files[i], choice);
          break;
        case SchemaChoice::Kind::kUnread:
          break;
        case SchemaChoice::Kind::kNothing:
          others.files.push_back(files[i]);
          break;
        case SchemaChoice::Kind::kFailed:
          ++plan_.unplanned;
          plan_.could_read = false;
          break;
      }
    }
    manifests.manifests.may_be_empty = !by_schema.empty();
    for (auto& [schema, check] : by_schema) {
      plan_.checks.push_back(std::move(check));
    }
    for (PlannedCheck* check : {&manifests, &excluded, &others}) {
      if (!check->files.empty()) {
        plan_.checks.push_back(std::move(*check));
      }
    }
  }

 private:
  static void AddTo(PlannedCheck& check, const InputFile& file, const SchemaChoice& choice) {
    check.files.push_back(file);
    check.why = choice.why;
  }

  const DriverOptions& options_;
  InputFileReader& reader_;
  Session& session_;
  CheckPlan& plan_;
};

// `survey`: of the paths, or empty.
CheckPlan PlanFiles(const DriverOptions& options, const std::vector<std::string>& paths, bool has_templates,
                    InputSummary survey, InputFileReader& reader, Session& session) {
  CheckPlan plan;
  std::vector<InputFile> files;
  // Paths that can be read are checked even if others cannot.
  plan.could_read = ExpandPaths(paths, reader, session.emit, files);
  plan.is_usable = plan.could_read || !files.empty();
  if (!plan.is_usable) {
    return plan;
  }
  if (has_templates || !options.inputs.empty()) {
    plan.checks.push_back(
        CheckOf(has_templates ? CheckMethod::kTemplates : CheckMethod::kDocuments, options, kByInputs));
    plan.checks.back().files = std::move(files);
  } else {
    PlannerByFile(options, reader, session, plan).Add(files, std::move(survey));
  }
  return plan;
}

// Returns the files next to templates that have the name of a built-in schema.
std::vector<InputFile> OutputsWithBuiltinSchema(const InputSummary& survey) {
  std::vector<InputFile> files;
  for (const InputFile& file : survey.outputs) {
    const auto known = survey.known.find(file.path);
    if (known != survey.known.end() && known->second.is.builtin != nullptr) {
      files.push_back(file);
    }
  }
  return files;
}

// Removes values in directories whose content or name says what validates them, and returns them: manifests
// that no schema is next to or above, and files of tools with built-in schemas.
std::vector<InputFile> TakeFilesByKind(InputSummary& survey) {
  std::vector<InputFile> by_kind;
  std::erase_if(survey.values, [&](const InputFile& file) {
    const auto known = survey.known.find(file.path);
    if (file.directory.empty() || survey.has_templates || known == survey.known.end()) {
      return false;
    }
    const bool is_below_schema = std::any_of(
        survey.schemas.begin(), survey.schemas.end(),
        [&](const std::string& schema) { return file.path.starts_with(GetDirectoryPrefix(schema)); });
    const bool has_kind = known->second.is.builtin != nullptr ||
                          (known->second.is.role == FileRole::kManifest && !is_below_schema);
    if (has_kind) {
      by_kind.push_back(file);
    }
    return has_kind;
  });
  return by_kind;
}

// Moves the source files of a session to the one that it is based on, where they keep their locations.
void MoveTexts(Session& from, Session& to) {
  for (std::unique_ptr<source::SourceFile>& text : from.sources.Release()) {
    to.sources.Adopt(std::move(text));
  }
}

CheckPlan OneSet(DriverOptions options, std::string_view why) {
  CheckPlan plan;
  plan.checks.push_back(CheckOf(CheckMethod::kOneSet, std::move(options), why));
  return plan;
}

DriverOptions WithInputs(const DriverOptions& options, const std::vector<std::string>& paths) {
  DriverOptions with = options;
  for (const std::string& path : paths) {
    with.inputs.push_back({path, {}, InputRole::kAuto});
  }
  return with;
}

// Returns the paths that exist; adds a failure for each other one.
std::vector<std::string> WithoutMissing(const std::vector<std::string>& paths, InputFileReader& reader,
                                        std::vector<Failure>& missing) {
  std::vector<std::string> found;
  for (const std::string& path : paths) {
    if (path == "-" || reader.KindOf(path) != source::PathKind::kMissing) {
      found.push_back(path);
    } else if (const Result<std::string> text = reader.Read(path); !text) {
      missing.push_back(text.failure());
    }
  }
  return found;
}

// The plan for `paths`, which `survey` describes. `all`: the options with the paths as inputs.
CheckPlan PlanSurveyed(const DriverOptions& options, DriverOptions all, const std::vector<std::string>& paths,
                       InputSummary survey, InputFileReader& reader, Session& session) {
  // Values of `-f` are layers below those of the paths.
  const std::set<std::string> given(paths.begin(), paths.end());
  std::erase_if(survey.values, [&given](const InputFile& file) {
    return given.count(file.directory.empty() ? file.path : file.directory) == 0;
  });
  const std::vector<InputFile> builtin = OutputsWithBuiltinSchema(survey);
  const bool has_no_values = survey.values.empty() && (survey.has_schema || builtin.empty());
  if (!survey.could_read || has_no_values) {
    CheckPlan plan = OneSet(std::move(all), "the paths hold no plain values");
    if (!builtin.empty()) {
      PlannerByFile(options, reader, session, plan).Add(builtin, {});
    }
    return plan;
  }
  if (!survey.has_schema) {
    const bool is_by_file =
        survey.names_schema || !builtin.empty() || (survey.has_manifests && !survey.has_templates);
    if (!is_by_file || !options.inputs.empty()) {
      return OneSet(std::move(all), "no input is a schema");
    }
    MoveTexts(*survey.read, session);
    return PlanFiles(options, paths, false, std::move(survey), reader, session);
  }
  const std::vector<InputFile> by_kind = TakeFilesByKind(survey);
  PlannedCheck check =
      CheckOf(survey.has_templates ? CheckMethod::kTemplates : CheckMethod::kDocuments, options, kByPaths);
  check.files = std::move(survey.values);
  for (const std::vector<InputFile>* files : {&std::as_const(check.files), &by_kind}) {
    for (const InputFile& file : *files) {
      reader.Hide(file.path);
    }
  }
  for (const std::string& path : paths) {
    if (survey.others.count(path) != 0) {
      check.options.inputs.push_back({path, {}, InputRole::kAuto});
    }
  }
  CheckPlan plan;
  if (check.files.empty()) {
    check.method = CheckMethod::kOneSet;  // the schema alone, which may be invalid
    session.emit.Report({}, kValidatesNothing, *survey.schemas.begin())
        .As(diag::Severity::kNote)
        .Hint("`-f " + *survey.schemas.begin() + "` validates all files by it")
        .Emit();
  }
  plan.checks.push_back(std::move(check));
  PlannerByFile(options, reader, session, plan).Add(by_kind, {});
  return plan;
}

}  // namespace

CheckPlan PlanEach(const DriverOptions& options, const std::vector<std::string>& paths,
                   InputFileReader& reader, Session& session) {
  return PlanFiles(options, paths, false, {}, reader, session);
}

CheckPlan PlanPaths(const DriverOptions& options, const std::vector<std::string>& paths,
                    InputFileReader& reader, Session& session) {
  if (!options.inputs.empty()) {
    const InputSummary survey = SurveyOf(options, reader, session);
    if (survey.has_schema) {
      return PlanFiles(options, paths, survey.has_templates, {}, reader, session);
    }
  }
  std::vector<Failure> unreadable;
  const std::vector<std::string> found = WithoutMissing(paths, reader, unreadable);
  InputSummary survey = SurveyOf(WithInputs(options, found), reader, session);
  if (!unreadable.empty() && !survey.has_schema && !survey.names_schema) {
    return OneSet(WithInputs(options, paths), "a path is missing");  // perhaps the schema
  }
  unreadable.insert(unreadable.end(), survey.unreadable.begin(), survey.unreadable.end());
  const bool has_several_schemas = survey.json_schema_count > 1;
  CheckPlan plan =
      PlanSurveyed(options, WithInputs(options, found), found, std::move(survey), reader, session);
  plan.unreadable = std::move(unreadable);
  plan.has_several_schemas = has_several_schemas;
  return plan;
}

CheckPlan PlanSet(const DriverOptions& options) {
  if (!options.yaml_only) {
    return OneSet(options, "the inputs are one set");
  }
  CheckPlan plan;
  plan.checks.push_back(CheckOf(CheckMethod::kYamlOnly, options, "no schema is requested"));
  return plan;
}

CheckPlan PlanChart(const DriverOptions& options, const std::string& chart) {
  CheckPlan plan;
  plan.checks.push_back(CheckOf(CheckMethod::kChart, options, "the path is a chart"));
  plan.checks.back().chart = chart;
  return plan;
}

std::string_view MethodName(CheckMethod method) {
  switch (method) {
    case CheckMethod::kOneSet:
      return "set";
    case CheckMethod::kDocuments:
      return "documents";
    case CheckMethod::kTemplates:
      return "documents with templates";
    case CheckMethod::kManifests:
      return "manifests";
    case CheckMethod::kChart:
      return "chart";
    case CheckMethod::kYamlOnly:
      return "YAML only";
  }
  return {};
}

}  // namespace kval::driver
