#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "src/cli/commands.h"
#include "src/cli/input_options.h"
#include "src/cli/report_options.h"
#include "src/cli/usage.h"
#include "src/driver/each.h"
#include "src/driver/pipeline.h"

namespace kval::cli {
namespace {

struct State {
  InputOptions inputs;
  ReportOptions report;
  std::vector<std::string> paths;
  bool each = false;
  size_t jobs = 0;
  bool yaml_only = false;
  bool allow_unchecked = false;
};

int StageStatus(driver::Stage stage) {
  switch (stage) {
    case driver::Stage::kInputs:
    case driver::Stage::kSchema:
      return kUnusable;
    case driver::Stage::kValues:
    case driver::Stage::kDone:
      return kFindings;
  }
  return kFindings;
}

// Whether all that was to be written is.
bool WasWritten(const Output& output) {
  return std::none_of(output.findings.begin(), output.findings.end(), [](const diag::Diagnostic& finding) {
    return finding.kind == diag::Kind::kNotWritten;
  });
}

// Writes what was found, of what was checked those that the user wants to hear of; gives the status. Where
// the schema or an input cannot be used nothing was checked, and nothing is there to choose from.
int Tell(const State& state, const policy::Policy& policy, driver::Stage failed_at, size_t file_count,
         const Environment& environment, Output& output) {
  const bool was_checked = failed_at == driver::Stage::kValues || failed_at == driver::Stage::kDone;
  output.err += output.session->printed;
  WriteFindings(state.report, file_count, environment, {&output.out, environment.stdout_is_terminal}, output,
                was_checked ? &policy : nullptr);
  if (!state.report.write_baseline.empty() && was_checked) {
    return WasWritten(output) ? kOk : kUnusable;
  }
  return StatusOf(state.report, output, StageStatus(failed_at));
}

// What is to be checked, as the driver has it; a message for what cannot be.
bool ToCheck(const State& state, const Environment& environment, driver::Options& options,
             std::string& message) {
  InputOptions inputs = state.inputs;
  if (!state.each) {
    inputs.files.insert(inputs.files.end(), state.paths.begin(), state.paths.end());
  }
  if (!CheckReportOptions(state.report, message) || !ToDriverOptions(inputs, environment, options, message)) {
    return false;
  }
  options.unchecked = state.allow_unchecked ? driver::Unchecked::kNote : driver::Unchecked::kError;
  options.yaml_only = state.yaml_only;
  return true;
}

// Whether anything is named; refused otherwise.
bool HasInputs(const State& state, const driver::Options& options, Output& output) {
  if (state.each && state.paths.empty()) {
    Refuse(output, "nothing to check: name the files to be judged",
           "for example `kval check --each -f schema.yml values/*.yml`");
    return false;
  }
  if (!state.each && options.inputs.empty() && options.flags.empty()) {
    Refuse(output, "nothing to check: name a schema and values with -f",
           "for example `kval -f schema.yml -f values.yml`");
    return false;
  }
  return true;
}

int RunCheck(const State& state, const Environment& environment, Output& output) {
  driver::Options options;
  std::string message;
  if (!ToCheck(state, environment, options, message)) {
    return Refuse(output, message);
  }
  if (!HasInputs(state, options, output)) {
    return kUnusable;
  }
  driver::Session& session =
      NewSession(output, options.limits, options.link_destinations, state.report, true);
  source::FileReader& reader = *output.reader;
  const Result<policy::Policy> policy = PolicyOf(state.report, reader);
  if (!policy) {
    return Refuse(output, policy.failure().message);
  }
  const auto deadline = StartDeadline(state.report, output.session->limits, environment, true);
  if (state.each) {
    const driver::EachResult result = driver::CheckEach(options, {state.paths, state.jobs}, reader, session);
    deadline->Meet();
    return Tell(state, *policy, result.failed_at, result.file_count, environment, output);
  }
  const driver::RunResult result = driver::Run(options, reader, session);
  deadline->Meet();
  return Tell(state, *policy, result.failed_at, result.file_count, environment, output);
}

}  // namespace

std::function<int(const Environment&, Output&)> DeclareCheck(CLI::App& app) {
  auto state = std::make_shared<State>();
  AddInputOptions(app, state->inputs, false);
  app.add_option("PATHS", state->paths, "the same as -f; with --each the files to be judged");
  app.add_flag("--each", state->each,
               "judge every document of the PATHS on its own; those of -f and the flags hold for each");
  app.add_option("-j,--jobs", state->jobs, "with --each: how many threads (default: as many as processors)");
  app.add_flag("--yaml-only", state->yaml_only, "check only that the files are YAML; no schema is needed");
  app.add_flag("--allow-unchecked", state->allow_unchecked,
               "leave out files that are neither schema nor values (templates, other schemas)");
  AddReportOptions(app, state->report, true);
  return [state](const Environment& environment, Output& output) {
    return RunCheck(*state, environment, output);
  };
}

}  // namespace kval::cli
