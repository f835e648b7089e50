#include <CLI/CLI.hpp>
#include <memory>

#include "src/cli/commands.h"
#include "src/cli/input_options.h"
#include "src/cli/report_options.h"
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

// `--each`: the paths are judged one by one.
int RunEach(State& state, const Environment& environment, Output& output) {
  driver::Options options;
  std::string message;
  if (!ToDriverOptions(state.inputs, environment, options, message)) {
    output.err += "kval: " + message + "\n";
    return kUnusable;
  }
  if (state.paths.empty()) {
    output.err +=
        "kval: nothing to check: name the files to be judged\n"
        "example: kval check --each -f schema.yml values/*.yml\n";
    return kUnusable;
  }
  source::DiskFileReader reader;
  driver::Session& session = NewSession(output);
  const driver::EachResult result = driver::CheckEach(options, {state.paths, state.jobs}, reader, session);
  output.err += session.printed;
  if (!WriteFindings(state.report, session, result.file_count, environment, output.out,
                     environment.stdout_is_terminal, output, message)) {
    output.err += "kval: " + message + "\n";
    return kUnusable;
  }
  return StatusOf(state.report, session, StageStatus(result.failed_at));
}

int RunCheck(State& state, const Environment& environment, Output& output) {
  if (state.each) {
    return RunEach(state, environment, output);
  }
  driver::Options options;
  std::string message;
  for (const std::string& path : state.paths) {
    state.inputs.files.push_back(path);
  }
  if (!ToDriverOptions(state.inputs, environment, options, message)) {
    output.err += "kval: " + message + "\n";
    return kUnusable;
  }
  if (options.inputs.empty() && options.flags.empty()) {
    output.err +=
        "kval: nothing to check: name a schema and values with -f\n"
        "example: kval -f schema.yml -f values.yml\n";
    return kUnusable;
  }
  source::DiskFileReader reader;
  driver::Session& session = NewSession(output);
  const driver::RunResult result = driver::Run(options, reader, session);
  output.err += session.printed;
  if (!WriteFindings(state.report, session, result.file_count, environment, output.out,
                     environment.stdout_is_terminal, output, message)) {
    output.err += "kval: " + message + "\n";
    return kUnusable;
  }
  const bool has_values = result.values != nullptr || !result.documents.empty();
  if (!state.report.quiet && result.failed_at == driver::Stage::kDone && !result.has_schema && has_values) {
    output.err += "kval: no schema among the inputs: only the YAML itself was checked\n";
  }
  return StatusOf(state.report, session, StageStatus(result.failed_at));
}

}  // namespace

std::function<int(const Environment&, Output&)> DeclareCheck(CLI::App& app) {
  auto state = std::make_shared<State>();
  AddInputOptions(app, state->inputs, false);
  app.add_option("PATHS", state->paths, "the same as -f; with --each the files to be judged");
  app.add_flag("--each", state->each,
               "judge every document of the PATHS on its own; those of -f and the flags hold for each");
  app.add_option("-j,--jobs", state->jobs, "with --each: how many threads (default: as many as processors)");
  AddReportOptions(app, state->report, true);
  return [state](const Environment& environment, Output& output) {
    return RunCheck(*state, environment, output);
  };
}

}  // namespace kval::cli
