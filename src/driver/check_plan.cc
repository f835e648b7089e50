#include "src/driver/check_plan.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "src/driver/input_summary.h"
#include "src/driver/inputs/parsed_files.h"
#include "src/driver/kcl_packages.h"
#include "src/driver/schema_pairing.h"
#include "src/driver/schemas/schema_choice.h"
#include "src/driver/session.h"
#include "src/driver/ytt_packages.h"
#include "src/support/lexical_path.h"

namespace kval::driver {
namespace {

constexpr std::string_view kByInputs = "the schema is among the inputs";
constexpr std::string_view kByPaths = "the schema is among the paths";

constexpr diag::Def<std::string_view> kValidatesNothing{
    diag::Kind::kNotChecked,
    "{} validates no file: the other files of the directory are validated by their own kind"};
constexpr diag::Def<std::string_view> kNothingChecked{
    diag::Kind::kNoSchema, "no file has the name of the schema {} or names a schema, so nothing was checked"};

constexpr diag::Def<std::string_view> kCodeOutside{
    diag::Kind::kNotChecked, "ytt code that belongs to none of the packages is not checked, such as {}"};
constexpr diag::Def<std::string_view> kProgramsOnly{
    diag::Kind::kNotChecked, "KCL files that validate no file are not checked, such as {}"};

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

// The checks of files without a schema among the inputs: by what each file says.
class PlannerByFile {
 public:
  PlannerByFile(const DriverOptions& options, InputFileReader& reader, Session& session, CheckPlan& plan)
      : options_(options), reader_(reader), session_(session), plan_(plan) {}

  // `schema_of_others`: as in ChooseSchemas.
  void Add(const std::vector<InputFile>& files, InputSummary summary,
           const std::optional<std::string>& schema_of_others = {}) {
    const std::vector<SchemaChoice> choices =
        ChooseSchemas(files, summary.known, options_, reader_, session_, schema_of_others);
    std::map<std::string, PlannedCheck> by_schema;
    PlannedCheck manifests = CheckOf(CheckMethod::kManifests, options_, "");
    manifests.manifests.parsed = std::make_shared<const ParsedFiles>(std::move(summary.parsed));
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
    manifests.manifests.may_be_empty = !by_schema.empty() || schema_of_others.has_value();
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

// `summary`: of the paths, or empty.
CheckPlan PlanFiles(const DriverOptions& options, const std::vector<std::string>& paths, bool has_templates,
                    InputSummary summary, InputFileReader& reader, Session& session) {
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
    PlannerByFile(options, reader, session, plan).Add(files, std::move(summary));
  }
  return plan;
}

// Returns the files next to annotated values or templates that have the name of a built-in schema, and
// manifests that no template can change.
std::vector<InputFile> OutputsWithKnownSchema(const InputSummary& summary) {
  std::vector<InputFile> files;
  for (const InputFile& file : summary.outputs) {
    const auto known = summary.known.find(file.path);
    if (known != summary.known.end() &&
        (known->second.is.builtin != nullptr || (known->second.is.is_manifest() && !summary.has_templates))) {
      files.push_back(file);
    }
  }
  return files;
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

// Whether a check after the first `own` is by the schema at `path`.
bool IsNamedByFile(const CheckPlan& plan, size_t own, const std::string& path) {
  return std::any_of(plan.checks.begin() + static_cast<ptrdiff_t>(own), plan.checks.end(),
                     [&path](const PlannedCheck& check) {
                       return std::any_of(
                           check.options.inputs.begin(), check.options.inputs.end(),
                           [&path](const InputPath& input) { return LexicallyNormal(input.path) == path; });
                     });
}

// The checks of the schemas that validate no file but may be invalid. `set`: the options with all of them.
std::vector<PlannedCheck> SchemasAlone(const InputSummary& summary, const DriverOptions& options,
                                       DriverOptions set) {
  std::vector<PlannedCheck> checks;
  const bool are_json =
      std::all_of(summary.schemas.begin(), summary.schemas.end(),
                  [](const FoundSchema& schema) { return schema.language == SchemaLanguage::kJsonSchema; });
  if (are_json && summary.schemas.size() > 1 && summary.code.empty()) {
    for (const FoundSchema& schema : summary.schemas) {  // a set can have one
      checks.push_back(CheckOf(CheckMethod::kOneSet, WithSchema(options, schema.file.path), kByPaths));
    }
  } else {
    checks.push_back(CheckOf(CheckMethod::kOneSet, std::move(set), kByPaths));
  }
  return checks;
}

// Reports that no file is validated by the schema of the first checks, which are `own`, unless files
// name it.
void ReportNoFiles(const CheckPlan& plan, size_t own, const FoundSchema& schema, Session& session) {
  const bool validates_others =
      schema.language == SchemaLanguage::kCrd ||
      std::any_of(plan.checks.begin() + static_cast<ptrdiff_t>(own), plan.checks.end(),
                  [](const PlannedCheck& check) { return check.method != CheckMethod::kYamlOnly; });
  const std::string name = LexicallyNormal(schema.file.path);
  if (IsNamedByFile(plan, own, name)) {
    return;
  }
  session.emit.Report({}, validates_others ? kValidatesNothing : kNothingChecked, name)
      .As(validates_others ? diag::Severity::kNote : diag::Severity::kError)
      .Hint("`-f " + name + "` validates all files by it")
      .Emit();
}

// The plan for `paths`, which `summary` describes. `all`: the options with the paths as inputs. `lacks_path`:
// a path, perhaps that of the schema, cannot be read.
CheckPlan PlanSurveyed(const DriverOptions& options, DriverOptions all, const std::vector<std::string>& paths,
                       bool lacks_path, InputSummary summary, InputFileReader& reader, Session& session) {
  // Values of `-f` are layers below those of the paths.
  const std::set<std::string> given(paths.begin(), paths.end());
  std::erase_if(summary.values, [&given](const InputFile& file) {
    return given.count(file.directory.empty() ? file.path : file.directory) == 0;
  });
  std::vector<InputFile> outputs = OutputsWithKnownSchema(summary);
  const bool has_no_values = summary.values.empty() && (summary.has_schema || outputs.empty());
  std::vector<InputFile> of_others;
  if (summary.could_read && summary.has_schema) {
    of_others = TakeFilesOfOthers(summary);
    of_others.insert(of_others.end(), summary.foreign.begin(), summary.foreign.end());
  }
  if (!summary.could_read || has_no_values) {
    std::for_each(of_others.begin(), of_others.end(), [&](const InputFile& file) { reader.Hide(file.path); });
    std::move(outputs.begin(), outputs.end(), std::back_inserter(of_others));
    CheckPlan plan = OneSet(std::move(all), "the paths hold no plain values");
    if (!of_others.empty()) {
      PlannerByFile(options, reader, session, plan).Add(of_others, {});
    }
    return plan;
  }
  if (!summary.has_schema) {
    const bool is_by_file =
        summary.names_schema || !outputs.empty() || (summary.has_manifests && !summary.has_templates);
    if (!is_by_file || !options.inputs.empty()) {
      return lacks_path ? CheckPlan() : OneSet(std::move(all), "no input is a schema");
    }
    MoveTexts(*summary.read, session);
    return PlanFiles(options, paths, false, std::move(summary), reader, session);
  }
  std::move(outputs.begin(), outputs.end(), std::back_inserter(of_others));
  PlannedCheck check =
      CheckOf(summary.has_templates ? CheckMethod::kTemplates : CheckMethod::kDocuments, options, kByPaths);
  check.files = std::move(summary.values);
  for (const std::vector<InputFile>* files : {&std::as_const(check.files), &std::as_const(of_others)}) {
    for (const InputFile& file : *files) {
      reader.Hide(file.path);
    }
  }
  for (const std::string& path : paths) {
    if (summary.others.count(path) != 0) {
      check.options.inputs.push_back({path, {}, InputRole::kAuto});
    }
  }
  const bool validates_any = !check.files.empty();
  CheckPlan plan;
  if (validates_any) {
    plan.checks.push_back(std::move(check));
  } else {
    plan.checks = SchemasAlone(summary, options, std::move(check.options));
  }
  const size_t own = plan.checks.size();
  const FoundSchema& schema = summary.schemas.front();
  const bool has_name = schema.language != SchemaLanguage::kCrd;
  PlannerByFile(options, reader, session, plan)
      .Add(of_others, {}, has_name ? schema.file.path : std::string());
  if (!validates_any) {
    ReportNoFiles(plan, own, schema, session);
  }
  return plan;
}

bool IsOutside(const InputFile& file, const std::vector<std::string>& packages) {
  return std::none_of(packages.begin(), packages.end(),
                      [&file](const std::string& package) { return file.path.starts_with(package); });
}

// Returns the plain files that are in none of the packages.
std::vector<InputFile> FilesOutside(const InputSummary& summary, const std::vector<std::string>& packages) {
  std::vector<InputFile> files;
  for (const std::vector<InputFile>* some : {&summary.values, &summary.outputs}) {
    std::copy_if(some->begin(), some->end(), std::back_inserter(files),
                 [&packages](const InputFile& file) { return IsOutside(file, packages); });
  }
  return files;
}

// Reports the code that is in none of the packages.
void ReportCodeOutside(const InputSummary& summary, const std::vector<std::string>& packages,
                       Session& session) {
  const auto outside = std::find_if(summary.code.begin(), summary.code.end(),
                                    [&packages](const InputFile& file) { return IsOutside(file, packages); });
  if (outside != summary.code.end()) {
    session.emit.Report({}, kCodeOutside, LexicallyNormal(outside->path))
        .As(diag::Severity::kNote)
        .Hint("`kval check -f DIR -f DIR` checks the directories of one package together")
        .Emit();
  }
}

// Adds the checks of KCL packages that validate files. The others are programs and libraries, whose imports
// may not be on the disk: they are checked only if nothing else is.
void AddKclPackages(const std::vector<KclPackage>& packages, const DriverOptions& options, CheckPlan& plan,
                    Session& session) {
  std::vector<PlannedCheck> programs;
  std::string first;
  for (const KclPackage& package : packages) {
    const bool validates_any = !package.values.empty();
    DriverOptions with = options;
    for (const InputFile& program : package.programs) {
      with.inputs.push_back({LexicallyNormal(program.path), {}, InputRole::kAuto});
    }
    PlannedCheck check =
        CheckOf(validates_any ? CheckMethod::kDocuments : CheckMethod::kOneSet, std::move(with), kByPaths);
    check.files = package.values;
    if (!validates_any && first.empty()) {
      first = LexicallyNormal(package.programs.front().path);
    }
    (validates_any ? plan.checks : programs).push_back(std::move(check));
  }
  const bool checks_others =
      std::any_of(plan.checks.begin(), plan.checks.end(),
                  [](const PlannedCheck& check) { return check.method != CheckMethod::kYamlOnly; });
  if (!checks_others) {
    std::move(programs.begin(), programs.end(), std::back_inserter(plan.checks));
  } else if (!programs.empty()) {
    session.emit.Report({}, kProgramsOnly, first)
        .As(diag::Severity::kNote)
        .Hint("`kval check -f " + first + "` checks the program alone")
        .Emit();
  }
}

// The plan for paths of one set. `packages` receives directories below the paths that are separate sets;
// the plan is without them.
CheckPlan PlanGroup(const DriverOptions& options, const std::vector<std::string>& paths,
                    InputFileReader& reader, Session& session, std::vector<std::string>& packages) {
  InputSummary summary =
      SummarizeInputs(WithInputs(options, paths), reader, session, DirectoryDefinitions::kAreManifests);
  std::vector<std::string> found;
  std::copy_if(paths.begin(), paths.end(), std::back_inserter(found),
               [&](const std::string& path) { return reader.unreadable_named().count(path) == 0; });
  std::vector<Failure> unreadable = summary.unreadable;
  const auto json_schemas =
      std::count_if(summary.schemas.begin(), summary.schemas.end(),
                    [](const FoundSchema& schema) { return schema.language == SchemaLanguage::kJsonSchema; });
  const bool has_environments = HasEnvironments(summary);
  packages = summary.could_read ? FindYttPackages(summary) : std::vector<std::string>();
  const std::vector<KclPackage> kcl =
      summary.could_read && packages.empty() ? TakeKclPackages(summary) : std::vector<KclPackage>();
  CheckPlan plan;
  if (!packages.empty()) {
    ReportCodeOutside(summary, packages, session);
    PlannerByFile(options, reader, session, plan).Add(FilesOutside(summary, packages), {}, std::string());
  } else if (!kcl.empty()) {
    PlannerByFile(options, reader, session, plan).Add(summary.values, {}, std::string());
  } else if (!found.empty() || !summary.could_read) {
    const bool lacks_path = found.size() < paths.size();
    DriverOptions all = WithInputs(options, summary.could_read ? found : paths);
    plan = PlanSurveyed(options, std::move(all), found, lacks_path, std::move(summary), reader, session);
  }
  AddKclPackages(kcl, options, plan, session);
  plan.unreadable = std::move(unreadable);
  plan.has_several_sets = json_schemas > 1 || has_environments;
  return plan;
}

// Adds the plan of further paths.
void Append(CheckPlan part, CheckPlan& plan) {
  std::move(part.checks.begin(), part.checks.end(), std::back_inserter(plan.checks));
  std::move(part.unreadable.begin(), part.unreadable.end(), std::back_inserter(plan.unreadable));
  plan.unplanned += part.unplanned;
  plan.is_usable = plan.is_usable && part.is_usable;
  plan.could_read = plan.could_read && part.could_read;
  plan.has_several_sets = plan.has_several_sets || part.has_several_sets;
}

}  // namespace

CheckPlan PlanEach(const DriverOptions& options, const std::vector<std::string>& paths,
                   InputFileReader& reader, Session& session) {
  return PlanFiles(options, paths, false, {}, reader, session);
}

CheckPlan PlanPaths(const DriverOptions& options, const std::vector<std::string>& paths,
                    InputFileReader& reader, Session& session) {
  if (!options.inputs.empty()) {
    const InputSummary summary = SummarizeInputs(options, reader, session, DirectoryDefinitions::kAreSchemas);
    if (summary.has_schema) {
      return PlanFiles(options, paths, summary.has_templates, {}, reader, session);
    }
  }
  CheckPlan plan;
  std::deque<std::vector<std::string>> groups = {paths};
  while (!groups.empty()) {
    std::vector<std::string> packages;
    Append(PlanGroup(options, groups.front(), reader, session, packages), plan);
    groups.pop_front();
    for (auto package = packages.rbegin(); package != packages.rend(); ++package) {
      groups.push_front({package->substr(0, package->size() - 1)});
    }
  }
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
