#include <cstdlib>
#include <memory>
#include <mutex>
#include <utility>

#include "src/cli/command_app.h"
#include "src/cli/commands.h"
#include "src/cli/deadline.h"
#include "src/cli/input_options.h"
#include "src/cli/kcl_options.h"
#include "src/cli/reading_options.h"
#include "src/cli/report_options.h"
#include "src/cli/usage.h"
#include "src/driver/session.h"
#include "src/lang/kcl/run/run.h"
#include "src/support/budget_exhausted.h"

namespace kval::cli {
namespace {

// The value of --allow-effects without a directory.
constexpr std::string_view kInProject = "<root>";

struct RunState {
  kcl::run::RunRequest request;
  ReportOptions report;
  ReadingOptions reading;
  std::vector<std::string> externals;
  std::string format = "yaml";
  std::string output_path;
  std::string effects;  // of --allow-effects: empty without it
  bool debug = false;
  bool no_style = false;
  bool vendor = false;
};

// Directories where KCL's package tool stores downloads.
std::vector<std::string> PackageHomes() {
  const char* given = std::getenv("KCL_PKG_PATH");
  const char* home = std::getenv("HOME");
  if (given != nullptr && *given != '\0') {
    return {given};
  }
  return home == nullptr ? std::vector<std::string>()
                         : std::vector<std::string>{std::string(home) + "/.kcl/kpm"};
}

int RunProgramText(RunState& state, const ProcessEnvironment& environment, CommandOutput& output) {
  std::string message;
  if (state.no_style) {
    state.report.color = "never";
  }
  if (!IsChoice("--format", state.format, {"yaml", "json"}, message) ||
      !CheckReportOptions(state.report, message) ||
      !ReadsStandardInputOnce({&state.request.inputs, &state.request.settings}, message) ||
      !ReadExternals(state.externals, state.request.externals, message) ||
      !ReadLimits(state.reading, state.request.limits, message)) {
    return ReportUsageError(output, message);
  }
  if (state.request.inputs.empty() && state.request.settings.empty()) {
    state.request.inputs.emplace_back(".");
  }
  state.request.package_homes = PackageHomes();
  state.request.allow_effects = !state.effects.empty();
  state.request.writable_root = state.effects == kInProject ? std::string() : state.effects;
  state.request.plan.format =
      state.format == "json" ? kcl::run::OutputFormat::kJson : kcl::run::OutputFormat::kYaml;
  driver::Session& session =
      NewSession(output, state.request.limits, LinkDestinations(state.reading), state.report, false);
  source::FileReader& reader = *output.reader;
  StartDeadline(state.report, output.session->limits, environment, false, output);
  if (output.deadline != nullptr) {
    state.request.hold_end = [deadline = output.deadline.get()]() -> std::shared_ptr<void> {
      return std::make_shared<std::unique_lock<std::mutex>>(deadline->Hold());
    };
  }
  kcl::run::RunOutcome outcome = kcl::run::Run(state.request, session.sources, reader, session.emit);
  RequireWithinOutputLimit(outcome.text.size() <= session.limits.output_size);
  if (outcome.ok && !state.output_path.empty()) {
    WriteOutput(state.output_path, outcome.text, output);
  } else if (outcome.ok && !outcome.output_path.empty()) {
    // A settings file may come from anywhere: as a program, it writes below the root alone.
    const std::string& root = state.request.writable_root;
    WriteOutputBelow(root.empty() ? "." : root, outcome.output_path, outcome.text, output);
  } else if (output.out.empty()) {
    output.out = std::move(outcome.text);
  } else {
    output.out += outcome.text;
  }
  WriteFindings(state.report, state.request.inputs.size(), environment,
                {&output.err, environment.stderr_is_terminal}, output);
  const int status = ExitCodeOf(state.report, output, kFindings);
  // --exit-zero does not apply to a failure without a finding.
  const bool is_reported = session.emit.error_count() > 0;
  return outcome.ok || is_reported ? status : static_cast<int>(kFindings);
}

}  // namespace

RunCommand DeclareRun(CommandApp& app) {
  auto state = std::make_shared<RunState>();
  kcl::run::RunRequest& request = state->request;
  app.add_option(
      "FILES", request.inputs,
      "KCL files of one package, directories, packages and settings files (default: this directory)");
  app.add_option("-D,--argument", request.options,
                 "KEY=VALUE: an argument that the program reads with option()")
      ->allow_extra_args(false);
  app.add_option("-Y,--setting", request.settings, "FILE: settings; later ones win")->allow_extra_args(false);
  app.add_option("-S,--path_selector,--path-selector", request.plan.selectors,
                 "SELECTOR: print only the value at this path, such as a.b.c; may be repeated")
      ->allow_extra_args(false);
  app.add_option("-O,--overrides", request.overrides,
                 "CHANGE: a.b=value, a.b:value to unite, a.b+=[item], a.b- to remove; paths may contain "
                 "a[\"k\"] and a[0], "
                 "and begin with package:")
      ->allow_extra_args(false);
  app.add_option("-E,--external", state->externals, "NAME=DIR: an external package")->allow_extra_args(false);
  app.add_flag("-n,--disable_none,--disable-none", request.plan.disable_none, "omit None values");
  app.add_flag("-k,--sort_keys,--sort-keys", request.plan.sort_keys, "sort the keys");
  app.add_flag("-H,--show_hidden,--show-hidden", request.plan.show_hidden,
               "show names that start with an underscore");
  app.add_flag("-r,--strict_range_check,--strict-range-check", request.strict_range,
               "require numbers to fit 32 bits");
  app.add_flag("-d,--debug", state->debug, "accepted for KCL's sake")->group("");
  app.add_flag("--no_style,--no-style", state->no_style, "no colors: `kcl run`'s name for `--color never`")
      ->group("");
  app.add_flag("-V,--vendor", state->vendor,
               "accepted as by `kcl run`: packages in ./vendor are always found")
      ->group("");
  app.add_option("-o,--output", state->output_path, "FILE: write to this file");
  app.add_option("--format", state->format, "yaml or json")->capture_default_str();
  app.add_flag(std::string("--allow-effects{").append(kInProject).append("}"), state->effects,
               "allow the program to read the clock, the environment and any file, and to write files below "
               "its root or, with =DIR, below DIR");
  AddReadingOptions(app, state->reading);
  AddReportOptions(app, state->report, false);
  return [state](const ProcessEnvironment& environment, CommandOutput& output) {
    return RunProgramText(*state, environment, output);
  };
}

}  // namespace kval::cli
