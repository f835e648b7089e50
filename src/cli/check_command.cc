#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "src/cli/command.h"
#include "src/cli/command_app.h"
#include "src/cli/command_line_check.h"
#include "src/cli/commands.h"
#include "src/cli/file_snapshot.h"
#include "src/cli/helm_options.h"
#include "src/cli/helm_version_option.h"
#include "src/cli/input_options.h"
#include "src/cli/project_check.h"
#include "src/cli/proposed_check.h"
#include "src/cli/report_options.h"
#include "src/cli/run_guarded.h"
#include "src/cli/run_with_fixes.h"
#include "src/cli/standard_streams.h"
#include "src/cli/usage.h"

namespace kval::cli {
namespace {

constexpr std::chrono::milliseconds kBetweenLooks{200};

// Editors write several files, or one in several steps.
constexpr std::chrono::milliseconds kUntilWritten{50};

// The screen is empty and the cursor at its top; what scrolled away stays.
constexpr std::string_view kClear = "\x1b[2J\x1b[H";

// `--watch`: runs a check and writes its findings, again whenever files that it read change, until the
// process ends. Returns only if there is nothing to watch or output is closed. The check records its reads
// and writes in `looked`, which is new for each round.
int RunWatching(const std::function<int(FileSnapshot& looked, CommandOutput& output)>& check,
                const ProcessEnvironment& environment, CommandOutput& output) {
  while (true) {
    FileSnapshot looked;
    CommandOutput round;
    const int status =
        RunGuarded([&](const ProcessEnvironment&, CommandOutput& target) { return check(looked, target); },
                   environment, round);
    if (looked.is_empty()) {
      // Nothing was read: the invocation is wrong, and no file change fixes it.
      output = std::move(round);
      return status;
    }
    for (const std::string& path : round.written) {
      looked.NoteWritten(path);
    }
    round.out.insert(
        0, environment.stdout_is_terminal && !environment.has_dumb_terminal() ? kClear : std::string_view());
    CommandOutput below;  // both streams may be one terminal
    below.err = "kval: watching " + std::to_string(looked.read_count()) +
                (looked.read_count() == 1 ? " file\n" : " files\n");
    if (!WriteStreams(round) || !WriteStreams(below)) {
      return status;
    }
    while (!looked.HasChanged()) {
      std::this_thread::sleep_for(kBetweenLooks);
    }
    std::this_thread::sleep_for(kUntilWritten);
  }
}

struct CheckState : CommandLineCheck {
  FixOptions fixes;
  ProjectOptions project;
  ProjectCheck project_check;
  bool watch = false;
  std::optional<Result<std::string>> standard_input;  // read once, where it replaces a file of the project
};

// Standard input is the text of a file of the project, such as an editor has it before it is saved.
bool ReplacesFile(const CheckState& state) {
  return state.paths == std::vector<std::string>{"-"} && !state.inputs.stdin_filename.empty();
}

// No option states what to check.
bool RequestsProject(const CheckState& state) {
  const InputOptions& inputs = state.inputs;
  const bool names_inputs = !inputs.files.empty() || !inputs.as.empty() || state.each || state.yaml_only;
  const bool has_values = !inputs.values_files.empty() || !inputs.env.empty() || !inputs.env_yaml.empty() ||
                          !inputs.value.empty() || !inputs.value_yaml.empty() || !inputs.value_file.empty() ||
                          !inputs.set.empty() || !inputs.set_string.empty() || !inputs.set_file.empty() ||
                          !inputs.set_json.empty() || !inputs.set_literal.empty();
  const bool reads_stdin =
      !ReplacesFile(state) && std::find(state.paths.begin(), state.paths.end(), "-") != state.paths.end();
  return !names_inputs && !has_values && !reads_stdin;
}

// Returns the key of a file in OverrideReader's `strings`.
std::string NameOfText(const std::string& path, const ProcessEnvironment& environment) {
  const std::string directory = environment.directory + "/";
  return path.starts_with("./")        ? path.substr(2)
         : path.starts_with(directory) ? path.substr(directory.size())
                                       : path;
}

// Runs the checks that depend on the file that standard input replaces.
CheckResult CheckStandardInput(CheckState& state, const project::ProjectLocation& location,
                               ProjectCheck check, const ProcessEnvironment& environment,
                               CommandOutput& output) {
  if (!state.standard_input) {
    state.standard_input = source::DiskFileReader().Read("-");
  }
  if (!*state.standard_input) {
    return Refused(ReportUsageError(output, state.standard_input->failure()));
  }
  InputOptions inputs = state.inputs;
  inputs.stdin_filename.clear();
  const TextOverrides strings = {
      {NameOfText(state.inputs.stdin_filename, environment), **state.standard_input}};
  check.paths = {state.inputs.stdin_filename};
  return CheckProject(location, check, strings, inputs, state.report, environment, output);
}

// Checks the project if there is one and the arguments request it.
std::optional<CheckResult> TryProject(CheckState& state, const TextOverrides& strings,
                                      const ProcessEnvironment& environment, CommandOutput& output) {
  const bool is_about_project = !state.project.config.empty() || state.project_check.strict_coverage;
  if (!RequestsProject(state)) {
    if (is_about_project) {
      return Refused(
          ReportUsageError(output, "the project file defines the inputs: do not pass other inputs"));
    }
    return std::nullopt;
  }
  const Result<std::optional<project::ProjectLocation>> location = LocateProject(state.project, environment);
  if (!location) {
    return Refused(ReportUsageError(output, location.failure()));
  }
  if (!*location) {
    if (is_about_project || (state.only_lists && state.paths.empty())) {
      return Refused(ReportUsageError(output, "no project file found in this directory or its parents",
                                      "`kval init` writes one"));
    }
    return std::nullopt;
  }
  ProjectCheck check = state.project_check;
  check.only_lists = state.only_lists;
  check.paths = state.paths;
  check.jobs = state.jobs;
  check.allow_unchecked = state.allow_unchecked;
  if (ReplacesFile(state)) {
    return CheckStandardInput(state, **location, std::move(check), environment, output);
  }
  return CheckProject(**location, check, strings, state.inputs, state.report, environment, output);
}

bool ReadsStandardInput(const CheckState& state) {
  const InputOptions& inputs = state.inputs;
  const auto reads = [](const std::vector<std::string>& paths) {
    return std::any_of(paths.begin(), paths.end(),
                       [](const std::string& path) { return path == "-" || path.ends_with("=-"); });
  };
  return reads(state.paths) || reads(inputs.files) || reads(inputs.as) || reads(inputs.values_files);
}

int ReportChartAmongPaths(CommandOutput& output) {
  return ReportUsageError(
      output,
      "a chart cannot be checked together with other paths: it is validated for one release at a time",
      "`kval helm CHART -f VALUES` validates one release; a set with `chart: ./chart` and `values: "
      "envs/{env}.yaml` in the project file validates many");
}

// A chart is the only path, without other options that select checks: as `kval helm CHART`.
bool IsChartAlone(const CheckState& state) {
  const InputOptions& in = state.inputs;
  const bool is_only_path = state.paths.size() == 1 && IsChart(state.paths[0]);
  const bool has_data_values = !in.values_files.empty() || !in.env.empty() || !in.env_yaml.empty() ||
                               !in.value.empty() || !in.value_yaml.empty() || !in.value_file.empty();
  return is_only_path && !state.each && !state.yaml_only && in.as.empty() && !has_data_values &&
         (in.profile == "helm" || (in.profile.empty() && in.files.empty()));
}

CheckResult CheckPathOfChart(const CheckState& state, const TextOverrides& strings,
                             const ProcessEnvironment& environment, CommandOutput& output) {
  std::string message;
  const InputOptions& in = state.inputs;
  HelmOptions options{state.paths[0], in.files,    in.set,        in.set_string,
                      in.set_json,    in.set_file, in.set_literal};
  if (!ReadHelmVersion(in.helm_version, options.version, message) ||
      !ReadsStandardInputOnce(options, message)) {
    return Refused(ReportUsageError(output, message));
  }
  driver::HelmRequest request = ToHelmRequest(options);
  request.infer = in.infer;
  ManifestOptions manifests;
  ManifestFlags flags;
  flags.no_manifests = in.no_manifests;
  if (!TakeManifestFlags(flags, request, manifests, message)) {
    return Refused(ReportUsageError(output, message));
  }
  return CheckChartOnce(request, state.report, in.reading, strings, environment, output, manifests);
}

int RunCheck(CheckState& state, const ProcessEnvironment& environment, CommandOutput& output) {
  const bool is_chart = IsChartAlone(state);
  const bool has_chart = std::any_of(state.paths.begin(), state.paths.end(), IsChart);
  if (state.each && has_chart) {
    return ReportChartAmongPaths(output);
  }
  if (state.fixes.is_requested() && ReadsStandardInput(state)) {
    return ReportUsageError(output, "standard input cannot be fixed: pass a file");
  }
  const CheckOnce check = [&](const TextOverrides& strings, CommandOutput& target) {
    if (!is_chart || state.inputs.profile.empty()) {
      if (std::optional<CheckResult> checked = TryProject(state, strings, environment, target)) {
        return *std::move(checked);
      }
    }
    const InputOptions& in = state.inputs;
    const bool names_helm =
        !in.profile.empty() || in.helm_version != InputOptions().helm_version || in.infer || in.no_manifests;
    if (!state.paths.empty() && !names_helm && !state.project.no_config && RequestsProject(state)) {
      ProjectCheck checks = state.project_check;
      checks.only_lists = state.only_lists;
      checks.jobs = state.jobs;
      checks.allow_unchecked = state.allow_unchecked;
      const auto propose = [&, checks](bool any_directory) {
        return CheckProposed(state.paths, any_directory, checks, strings, state.inputs, state.report,
                             environment, target);
      };
      if (std::optional<CheckResult> checked = propose(false)) {
        return *std::move(checked);
      }
      if (state.paths.size() == 1) {
        state.check_separately = [propose] { return propose(true); };
      }
    }
    if (is_chart && !state.only_lists) {
      return state.watch ? Refused(ReportUsageError(target, "a chart cannot be watched",
                                                    "declare it as `chart:` in a project file"))
                         : CheckPathOfChart(state, strings, environment, target);
    }
    if (has_chart && !is_chart && state.inputs.files.empty() && state.inputs.as.empty() && !state.yaml_only) {
      return Refused(ReportChartAmongPaths(target));
    }
    state.lists_chart = is_chart;
    state.considers_projects = !state.project.no_config;
    return RunCommandLineCheck(state, strings, environment, target);
  };
  if (!state.watch) {
    return RunCheckWithFixes(state.fixes, check, environment, output);
  }
  if (ReadsStandardInput(state)) {
    return ReportUsageError(output, "standard input cannot be watched: pass a file");
  }
  const auto check_again = [&](FileSnapshot& looked, CommandOutput& round) {
    state.looked = state.project_check.looked = &looked;
    return RunCheckWithFixes(state.fixes, check, environment, round);
  };
  return RunWatching(check_again, environment, output);
}

}  // namespace

RunCommand DeclareCheck(CommandApp& app) {
  auto state = std::make_shared<CheckState>();
  AddInputOptions(app, state->inputs, false);
  app.add_option("PATHS", state->paths,
                 "files and directories to validate one by one; schemas among them are used for the others; "
                 "with a project file and without -f: check what these concern");
  app.add_flag("--each", state->each,
               "validate every document of the PATHS, also those that look like a schema");
  app.add_option("-j,--jobs", state->jobs,
                 "number of threads for a project or --each (default: the number of processors)");
  app.add_flag("--yaml-only", state->yaml_only, "check the YAML syntax only, without a schema");
  app.add_flag("--allow-unchecked", state->allow_unchecked,
               "skip files that are neither schema nor values (templates, other schemas)");
  app.add_flag("--watch", state->watch, "check again whenever a file changes, until interrupted");
  AddProjectOptions(app, state->project);
  app.add_flag("--list", state->only_lists,
               "list the checks with their schemas and the reason for each, without running them");
  app.add_flag("--strict-coverage", state->project_check.strict_coverage,
               "report an error for a path that belongs to no set of the project")
      ->group("Project");
  app.add_flag("--no-project-rules", state->project_check.ignores_rules,
               "ignore `rules:` and `overrides:` of the project file")
      ->group("Project");
  AddReportOptions(app, state->report, true);
  AddFixOptions(app, state->fixes);
  return [state](const ProcessEnvironment& environment, CommandOutput& output) {
    return RunCheck(*state, environment, output);
  };
}

}  // namespace kval::cli
