#include "src/cli/project_check.h"

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

#include "src/cli/command_app.h"
#include "src/cli/deadline.h"
#include "src/cli/plan_text.h"
#include "src/cli/progress.h"
#include "src/cli/project_flags.h"
#include "src/cli/usage.h"
#include "src/project/affected.h"
#include "src/project/coverage.h"
#include "src/project/load.h"
#include "src/project/plan.h"
#include "src/project/planned_check.h"
#include "src/project/run.h"
#include "src/project/settings.h"
#include "src/report/text.h"
#include "src/source/file_owner.h"
#include "src/source/similar_path.h"

namespace kval::cli {
namespace {

using diag::Def;
using diag::Kind;

constexpr Def<std::string_view> kChecksNothing{Kind::kBadProject, "{} declares nothing to check"};
constexpr Def<std::string_view> kBadTimeout{Kind::kBadProject, "{}"};
constexpr Def<std::string_view> kNotCovered{Kind::kNotCovered, "{} belongs to no set of the project"};
constexpr Def<std::string_view, std::string_view> kNoSchemas{
    Kind::kNotChecked, "{} not checked, because no schema is known, such as {}"};
constexpr Def<std::string_view, std::string_view> kUnusedSchemas{Kind::kNotChecked,
                                                                 "{} to no check, such as {}"};
constexpr Def<std::string_view> kLeftOut{Kind::kNotChecked, "{}"};
constexpr Def<std::string_view> kNotThere{Kind::kUnreadable, "{} does not exist"};

// A project before its checks run.
struct PlannedChecks {
  project::Declaration declaration;
  std::vector<project::Check> checks;
  std::vector<std::string> paths;    // as the project calls those that were given, without excluded ones
  std::vector<std::string> outside;  // that do not lie in the project
  bool has_paths = false;
};

// The paths that were given, and what each comes to. The project file itself concerns everything. What
// patterns do not find is none of the project's, unless a set names it.
void SortPaths(const project::ProjectLocation& location, const ProjectCheck& check,
               const project::ProjectFiles& tree, PlannedChecks& planned) {
  planned.has_paths = !check.paths.empty();
  for (const std::string& path : check.paths) {
    const std::optional<std::string> inside = location.Inside(path);
    if (!inside) {
      planned.outside.push_back(path);
    } else if (location.Inside(location.file) == inside || inside->empty()) {
      planned.has_paths = false;
    } else if (!tree.IsExcluded(*inside) ||
               project::FindAffectedChecks({*inside}, planned.checks).unclaimed.empty()) {
      planned.paths.push_back(*inside);
    }
  }
}

// The chart whose directory holds the file, as `location` calls it from here; empty when there is none.
std::string ChartAround(const std::string& path, const std::vector<project::Check>& checks,
                        const project::ProjectLocation& location) {
  for (const project::Check& check : checks) {
    const std::string chart = check.chart.empty() ? std::string() : location.FromHere(check.chart);
    if (!chart.empty() && (chart == "." || project::IsWithin(path, chart))) {
      return chart;
    }
  }
  return {};
}

void ReportUncovered(const std::vector<std::string>& paths, const std::vector<project::Check>& checks,
                     const project::ProjectLocation& location, bool is_error, driver::Session& session) {
  for (const std::string& path : paths) {
    auto report = session.emit.Report({}, kNotCovered, path);
    if (is_error) {
      report.As(diag::Severity::kError);
    }
    const std::string chart = ChartAround(path, checks, location);
    const std::string once =
        chart.empty() ? std::string() : "; `kval helm " + chart + " -f " + path + "` checks it as values";
    report.Hint("name it in `sets:` or `each:`, or in `exclude:`" + once).Emit();
  }
}

// One note for all files, which may be hundreds.
void NoteUncovered(const std::vector<std::string>& files, const project::ProjectLocation& location,
                   driver::Session& session) {
  if (!files.empty()) {
    session.emit
        .Report({}, kNoSchemas, files.size() == 1 ? "1 file is" : std::to_string(files.size()) + " files are",
                location.FromHere(files.front()))
        .As(diag::Severity::kNote)
        .Hint("`kval init` writes a project file, where `each:` and `sets:` name schemas")
        .Emit();
  }
}

void NoteUncoveredSchemas(const std::vector<std::string>& files, const project::ProjectLocation& location,
                          driver::Session& session) {
  if (!files.empty()) {
    const std::string count =
        files.size() == 1 ? "1 JSON Schema belongs" : std::to_string(files.size()) + " JSON Schemas belong";
    session.emit.Report({}, kUnusedSchemas, count, location.FromHere(files.front()))
        .As(diag::Severity::kNote)
        .Hint("`-f SCHEMA FILE` validates a file by one")
        .Emit();
  }
}

class ProjectRun {
 public:
  ProjectRun(const project::ProjectLocation& location, const ProjectCheck& check,
             const TextOverrides& strings, const InputOptions& inputs, const ReportOptions& report,
             const ProcessEnvironment& environment, CommandOutput& output)
      : location_(location),
        check_(check),
        strings_(strings),
        inputs_(inputs),
        given_(report),
        report_(report),
        environment_(environment),
        output_(output) {}

  CheckResult Run() {
    std::string message;
    if (!CheckReportOptions(report_, message) || !ToDriverOptions(inputs_, environment_, base_, message)) {
      return Refused(ReportUsageError(output_, message));
    }
    // Links of a chart, for example, may lead to other parts of the project.
    base_.link_destinations.push_back(location_.root());
    NewSession(output_, base_.limits, base_.link_destinations, given_, true);
    SnapshotReader watching(*output_.reader, check_.looked);
    OverrideReader first(watching, strings_, environment_.directory);
    std::optional<project::Loaded> loaded = project::Load(location_, first, session());
    if (!loaded) {
      return Done(std::nullopt, kUnusable, 1);
    }
    planned_.declaration = std::move(loaded->declaration);
    return CheckDeclared();
  }

 private:
  driver::Session& session() { return *output_.session; }

  CheckResult CheckDeclared() {
    project::Declaration& declaration = planned_.declaration;
    if (check_.ignores_rules) {
      declaration.rules.clear();
      declaration.overrides.clear();
    }
    Limits limits;
    project::SetLimits(declaration, limits, session().emit);
    std::string message;
    ReadLimits(inputs_.reading, limits, message);  // once more, over those of the project: it was good before
    limits.findings = output_.MostFindings(limits.findings);
    base_.limits = limits;
    base_.unchecked =
        check_.allow_unchecked ? driver::UncheckedPolicy::kNote : driver::UncheckedPolicy::kError;
    output_.reader = std::make_shared<TracingReader>(limits, base_.link_destinations);
    SnapshotReader watching(*output_.reader, check_.looked);
    OverrideReader reader(watching, strings_, environment_.directory);
    SetTimeout(declaration.timeout);
    const auto rules = std::make_shared<const project::FileRules>(declaration, location_, session().emit);
    Result<policy::Policy> policy = PolicyOf(report_, reader);
    if (!policy) {
      return Refused(ReportUsageError(output_, policy.failure()));
    }
    policy->rules_of = [rules, given = policy->rules](const std::string& file) {
      return rules->For(file).Then(given);
    };
    policy->rules = rules->everywhere().Then(policy->rules);
    project::ProjectFiles tree(reader, location_, project::ReadGlobs(declaration.exclude, session().emit));
    planned_.checks = project::Plan(declaration, tree, session().emit, limits.files);
    SortPaths(location_, check_, tree, planned_);
    if (declaration.groups.empty()) {
      session()
          .emit.Report({}, kChecksNothing, location_.file)
          .Hint("name a schema and values in `sets:` or documents in `each:`; `kval init` writes one")
          .Emit();
    }
    const bool is_usable = session().emit.error_count() == 0;
    if (check_.only_lists) {
      output_.out += WritePlan(
          Listed(reader),
          planned_.has_paths ? std::vector<std::string>() : project::UncoveredFiles(planned_.checks, tree),
          WantsJson(report_));
      return session().emit.error_count() == 0 ? Refused(kOk) : Done(std::nullopt, kUnusable, 1);
    }
    if (is_usable) {
      ReportRelaxedRules();
    }
    for (const std::string& note : check_.left_out) {
      session().emit.Report({}, kLeftOut, note).As(diag::Severity::kNote).Emit();
    }
    if (check_.notes_uncovered) {
      NoteUncovered(project::UncoveredFiles(planned_.checks, tree), location_, session());
      NoteUncoveredSchemas(project::UncoveredSchemas(planned_.checks, tree), location_, session());
    }
    return Check(*std::move(policy), is_usable, reader);
  }

  project::FlagReader MakeFlagReader() const {
    return
        [this](const std::vector<std::string>& words, driver::DriverOptions& target, std::string& message) {
          return ReadProjectFlags(words, location_, environment_, target, message);
        };
  }

  // The checks that the given paths affect. Checks of one group often have the same inputs, which are
  // classified once.
  std::vector<driver::ListedCheck> Listed(source::FileReader& reader) {
    project::AffectedChecks affected{std::vector<bool>(planned_.checks.size(), true), {}};
    if (planned_.has_paths) {
      affected = project::FindAffectedChecks(planned_.paths, planned_.checks);
    }
    driver::InputFileReader files(reader);
    const project::FlagReader read_flags = MakeFlagReader();
    project::CheckPlanner planner(location_, base_, read_flags, session().emit);
    std::vector<driver::ListedCheck> all;
    const project::Check* last = nullptr;
    for (size_t i = 0; i < planned_.checks.size(); ++i) {
      const project::Check& check = planned_.checks[i];
      if (!affected.is_affected[i]) {
        continue;
      }
      if (last != nullptr && !check.file.empty() && last->group == check.group &&
          last->schema == check.schema && last->values == check.values) {
        all.push_back(all.back());
        all.back().files.front().path = location_.FromHere(check.file);
      } else if (const std::optional<driver::PlannedCheck> planned = planner.Plan(check)) {
        std::optional<driver::ListedCheck> listed = driver::ListCheck(*planned, files, session());
        if (!listed) {
          continue;
        }
        all.push_back(*std::move(listed));
      } else {
        continue;
      }
      all.back().name = check.Display();
      last = &check;
    }
    return all;
  }

  // A project file may come from the author of the checked files, so its rule changes are always reported.
  void ReportRelaxedRules() {
    const std::string relaxed = project::GetRelaxedRules(planned_.declaration);
    if (!relaxed.empty() && !report_.quiet) {
      output_.err += report::Escape("kval: rules changed by " + location_.file + ": " + relaxed) + "\n";
    }
  }

  // Reports missing paths among those that belong to no check, and removes the existing ones.
  bool AreThere(std::vector<std::string>& paths, source::FileReader& reader) {
    const auto missing = std::stable_partition(
        paths.begin(), paths.end(),
        [&reader](const std::string& path) { return reader.KindOf(path) != source::PathKind::kMissing; });
    std::for_each(missing, paths.end(), [&](const std::string& path) {
      session()
          .emit.Report({}, kNotThere, path)
          .Hint(source::SimilarPathHint(reader, path,
                                        "pass existing files; a removed file belongs to no check"))
          .Emit();
    });
    const bool are_there = missing == paths.end();
    paths.erase(missing, paths.end());
    return are_there;
  }

  void SetTimeout(const project::LocatedString& timeout) {
    if (timeout.text.empty() || !report_.timeout.empty()) {
      return;
    }
    if (const auto duration = ParseDuration(timeout.text); !duration) {
      session().emit.Report(timeout.at, kBadTimeout, duration.failure().message).Emit();
    } else {
      report_.timeout = timeout.text;
    }
  }

  CheckResult Check(policy::Policy policy, bool is_usable, source::FileReader& reader) {
    project::RunOptions options;
    options.base = base_;
    options.read_flags = MakeFlagReader();
    options.jobs = check_.jobs;
    options.has_paths = planned_.has_paths;
    options.paths = planned_.paths;
    options.passed = check_.passed;
    if (check_.passed != nullptr) {
      std::set<std::string> open;
      for (const auto& [name, text] : strings_) {
        open.insert(name);
      }
      options.open_files = std::make_shared<const std::set<std::string>>(std::move(open));
    }
    StartDeadline(report_, base_.limits, environment_, true, output_);
    Progress progress(ProgressWriter(report_.quiet, environment_));
    options.progress = progress.ProgressCallback();
    project::RunResult result = project::Run(planned_.checks, location_, options, reader, session());
    std::vector<std::string> uncovered = std::move(result.uncovered);
    for (std::string& path : uncovered) {
      path = location_.FromHere(path);
    }
    uncovered.insert(uncovered.end(), planned_.outside.begin(), planned_.outside.end());
    const bool are_there = AreThere(uncovered, reader);
    if (check_.uncovered != nullptr) {
      *check_.uncovered = std::move(uncovered);
    } else {
      ReportUncovered(uncovered, planned_.checks, location_,
                      check_.strict_coverage || planned_.declaration.strict_coverage, session());
    }
    const bool is_unusable = !is_usable || !are_there || result.failed_at == driver::Stage::kInputs ||
                             result.failed_at == driver::Stage::kSchema;
    CheckResult checked = Done(std::move(policy), is_unusable ? kUnusable : kFindings, result.file_count);
    checked.against = "against " + Count(result.schema_count, "schema");
    return checked;
  }

  CheckResult Done(std::optional<policy::Policy> policy, ExitStatus on_error, size_t file_count) const {
    return {std::nullopt, std::move(policy), on_error, file_count, report_};
  }

  const project::ProjectLocation& location_;
  const ProjectCheck& check_;
  const TextOverrides& strings_;
  const InputOptions& inputs_;
  const ReportOptions& given_;
  ReportOptions report_;  // with the project's settings
  const ProcessEnvironment& environment_;
  CommandOutput& output_;
  driver::DriverOptions base_;
  PlannedChecks planned_;
};

// A project that was found, unless another user put it there (as git's safe.directory).
Result<std::optional<project::ProjectLocation>> OwnProject(const project::ProjectLocation& location) {
  for (const std::string& path : {location.file, location.repository}) {
    if (!path.empty() && !source::IsOwnedByUser(path)) {
      return Failure{"the project file " + location.file + " is not used: " + path +
                     " belongs to another user; `--config " + location.file +
                     "` uses it, `--no-config` does not"};
    }
  }
  return std::optional<project::ProjectLocation>(location);
}

}  // namespace

void AddProjectOptions(CommandApp& app, ProjectOptions& options) {
  const std::string group = "Project";
  app.add_option("--config", options.config,
                 "FILE: the project file (default: .kval.yaml or kval.yaml in this directory or its parents, "
                 "up to the root of the repository)")
      ->group(group);
  app.add_flag("--no-config", options.no_config, "ignore the project file")->group(group);
}

Result<std::optional<project::ProjectLocation>> LocateProject(const ProjectOptions& options,
                                                              const ProcessEnvironment& environment) {
  if (options.no_config) {
    return std::optional<project::ProjectLocation>();
  }
  const std::string named = options.config.empty() ? environment.Get("KVAL_CONFIG") : options.config;
  source::DiskFileReader reader;
  if (named.empty()) {
    Result<std::optional<project::ProjectLocation>> found =
        project::FindProject(reader, environment.directory);
    return found && *found ? OwnProject(**found) : found;
  }
  if (reader.KindOf(named) != source::PathKind::kFile) {
    return Failure{"project file not found: " + named};
  }
  return std::optional<project::ProjectLocation>(project::LocationOf(named, environment.directory));
}

CheckResult CheckProject(const project::ProjectLocation& location, const ProjectCheck& check,
                         const TextOverrides& strings, const InputOptions& inputs,
                         const ReportOptions& report, const ProcessEnvironment& environment,
                         CommandOutput& output) {
  return ProjectRun(location, check, strings, inputs, report, environment, output).Run();
}

}  // namespace kval::cli
