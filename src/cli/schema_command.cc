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
  CLI::App* dump = nullptr;
};

int RunDump(State& state, const Environment& environment, Output& output) {
  driver::Options options;
  std::string message;
  for (const std::string& path : state.paths) {
    state.inputs.files.push_back(path);
  }
  if (!ToDriverOptions(state.inputs, environment, options, message)) {
    output.err += "kval: " + message + "\n";
    return kUnusable;
  }
  source::DiskFileReader reader;
  driver::Session session;
  const driver::RunResult result = driver::CompileSchemas(options, reader, session);
  if (!WriteFindings(state.report, session, result.file_count, environment, output.err,
                     environment.stderr_is_terminal, output, message)) {
    output.err += "kval: " + message + "\n";
    return kUnusable;
  }
  if (result.failed_at != driver::Stage::kDone) {
    return StatusOf(state.report, session, kUnusable);
  }
  if (!result.has_schema) {
    output.err += "kval: no schema among the inputs\n";
    return kUnusable;
  }
  output.out += types::Dump(session.model);
  return kOk;
}

}  // namespace

std::function<int(const Environment&, Output&)> DeclareSchema(CLI::App& app) {
  auto state = std::make_shared<State>();
  app.require_subcommand(1);
  state->dump = app.add_subcommand("dump", "prints the types, defaults and rules that a schema means");
  AddInputOptions(*state->dump, state->inputs, false);
  state->dump->add_option("PATHS", state->paths, "the same as -f");
  AddReportOptions(*state->dump, state->report, false);
  return [state](const Environment& environment, Output& output) {
    return RunDump(*state, environment, output);
  };
}

}  // namespace kval::cli
