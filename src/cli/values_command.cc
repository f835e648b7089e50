#include <CLI/CLI.hpp>
#include <memory>

#include "src/cli/commands.h"
#include "src/cli/input_options.h"
#include "src/cli/json_documents.h"
#include "src/cli/report_options.h"
#include "src/cli/usage.h"
#include "src/driver/pipeline.h"
#include "src/yaml/json_writer.h"
#include "src/yaml/writer.h"

namespace kval::cli {
namespace {

struct State {
  InputOptions inputs;
  ReportOptions report;
  std::string format = "yaml";
  bool inspect = false;
};

// The values of the set, or each document where no schema makes one of them.
std::vector<const value::Value*> DocumentsOf(const driver::RunResult& result) {
  return result.values == nullptr ? result.documents : std::vector<const value::Value*>{result.values};
}

void WriteValues(const State& state, const driver::RunResult& result, Output& output) {
  const std::vector<const value::Value*> documents = DocumentsOf(result);
  if (state.format == "json") {
    for (const value::Value* document : documents) {
      yaml::JsonStyle style;
      style.indent = 2;
      yaml::WriteJson(*document, style, output.out);
      output.out += '\n';
    }
    return;
  }
  yaml::YamlStyle style;
  yaml::WriteYamlStream(documents, style, output.out);
}

int RunValues(State& state, const Environment& environment, Output& output) {
  driver::Options options;
  std::string message;
  if (!IsChoice("-o", state.format, {"yaml", "json"}, message) ||
      !CheckReportOptions(state.report, message) ||
      !ToDriverOptions(state.inputs, environment, options, message)) {
    return Refuse(output, message);
  }
  if (options.inputs.empty() && options.flags.empty()) {
    return Refuse(output, "no values: name a schema and values with -f");
  }
  options.ytt_names = true;
  driver::Session& session =
      NewSession(output, options.limits, options.link_destinations, state.report, false);
  source::FileReader& reader = *output.reader;
  const auto deadline = StartDeadline(state.report, output.session->limits, environment, false);
  const driver::RunResult result = driver::Run(options, reader, session);
  deadline->Meet();
  const bool fits = state.format != "json" || FitJson(DocumentsOf(result), output);
  output.err += session.printed;
  WriteFindings(state.report, result.file_count, environment, {&output.err, environment.stderr_is_terminal},
                output);
  if (result.failed_at != driver::Stage::kDone) {
    const bool unusable =
        result.failed_at == driver::Stage::kInputs || result.failed_at == driver::Stage::kSchema;
    return StatusOf(state.report, output, unusable ? kUnusable : kFindings);
  }
  if (fits) {
    WriteValues(state, result, output);
  }
  return StatusOf(state.report, output, kFindings);
}

}  // namespace

std::function<int(const Environment&, Output&)> DeclareValues(CLI::App& app) {
  auto state = std::make_shared<State>();
  AddInputOptions(app, state->inputs, true);
  app.add_option("-o,--output", state->format, "yaml or json")->capture_default_str();
  // ytt's flag for what this command does anyway.
  app.add_flag("--data-values-inspect", state->inspect, "accepted for ytt's sake")->group("");
  AddReportOptions(app, state->report, false);
  return [state](const Environment& environment, Output& output) {
    return RunValues(*state, environment, output);
  };
}

}  // namespace kval::cli
