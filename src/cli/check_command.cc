#include <CLI/CLI.hpp>
#include <memory>

#include "src/cli/commands.h"
#include "src/cli/input_options.h"
#include "src/cli/report_options.h"
#include "src/driver/pipeline.h"

namespace kval::cli {
namespace {

struct State {
  InputOptions inputs;
  ReportOptions report;
  std::vector<std::string> paths;
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

int RunCheck(State& state, const Environment& environment, Output& output) {
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
  app.add_option("PATHS", state->paths, "the same as -f");
  AddReportOptions(app, state->report, true);
  return [state](const Environment& environment, Output& output) {
    return RunCheck(*state, environment, output);
  };
}

}  // namespace kval::cli
