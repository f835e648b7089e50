#include <CLI/CLI.hpp>
#include <memory>

#include "src/cli/commands.h"
#include "src/cli/input_options.h"
#include "src/cli/report_options.h"
#include "src/driver/output_files.h"
#include "src/driver/position_writer.h"
#include "src/driver/render.h"
#include "src/yaml/json_writer.h"
#include "src/yaml/writer.h"

namespace kval::cli {
namespace {

using driver::RenderGoal;

struct State {
  InputOptions inputs;
  ReportOptions report;
  std::string format = "yaml";
  std::vector<std::string> file_marks;
  std::string output_files;
  std::string emptied_directory;
  bool values_inspect = false;
  bool schema_inspect = false;
  bool files_inspect = false;

  RenderGoal goal() const {
    if (files_inspect) {
      return RenderGoal::kFiles;
    }
    if (schema_inspect) {
      return RenderGoal::kSchema;
    }
    return values_inspect ? RenderGoal::kValues : RenderGoal::kOutput;
  }
};

void WriteDocuments(const std::vector<driver::Rendered>& documents, const std::string& format,
                    const driver::Options& options, const driver::Session& session, std::string& out) {
  if (format == "pos") {
    driver::WritePositions(documents, session, out);
    return;
  }
  if (format == "json") {
    yaml::JsonStyle style;
    style.sort_keys = true;
    style.go_floats = true;
    for (const driver::Rendered& rendered : documents) {
      yaml::WriteJson(*rendered.document.root, style, out);
    }
    return;
  }
  yaml::YamlStyle style;
  style.dialect = options.dialect;
  std::vector<const value::Value*> roots;
  for (const driver::Rendered& rendered : documents) {
    roots.push_back(rendered.document.root);
  }
  yaml::WriteYamlStream(roots, style, out);
}

bool WriteFiles(const State& state, const driver::RenderResult& result, const driver::Options& options,
                const driver::Session& session, Output& output) {
  const bool empties = !state.emptied_directory.empty();
  driver::DiskFileWriter writer;
  const Result<std::vector<std::string>> written = driver::WriteOutputFiles(
      empties ? state.emptied_directory : state.output_files, driver::OutputFilesOf(result, options, session),
      empties ? driver::Existing::kRemove : driver::Existing::kKeep, writer);
  if (!written) {
    output.err += "kval: " + written.failure().message + "\n";
    return false;
  }
  for (const std::string& path : *written) {
    output.out += "creating: " + path + "\n";
  }
  return true;
}

int WriteResult(const State& state, const driver::RenderResult& result, const driver::Options& options,
                driver::Session& session, Output& output) {
  switch (state.goal()) {
    case RenderGoal::kFiles: {
      std::vector<const value::Value*> names;
      for (const std::string& name : result.file_names) {
        names.push_back(session.build.String(name));
      }
      yaml::WriteYaml(*session.build.Sequence(names), {}, output.out);
      return kOk;
    }
    case RenderGoal::kSchema:
      // The model is compiled; exporting it as OpenAPI goes here.
      output.err += "kval: the OpenAPI export of schemas is not available\n";
      return kUnusable;
    case RenderGoal::kValues: {
      const driver::Rendered values{{result.values, result.values, result.values->span}, nullptr};
      WriteDocuments({values}, state.format, options, session, output.out);
      return kOk;
    }
    case RenderGoal::kOutput:
      break;
  }
  if (!state.output_files.empty() || !state.emptied_directory.empty()) {
    return WriteFiles(state, result, options, session, output) ? kOk : kUnusable;
  }
  WriteDocuments(result.documents, state.format, options, session, output.out);
  if (!result.text_files.empty() && !state.report.quiet) {
    output.err +=
        "note: text templates are not written to standard output; `--output-files DIR` writes them too\n";
  }
  return kOk;
}

bool CheckFormat(const State& state, std::string& message) {
  if (state.format == "openapi-v3") {
    message = "-o openapi-v3 needs --data-values-schema-inspect";
    return state.schema_inspect;
  }
  if (state.schema_inspect) {
    message = "--data-values-schema-inspect needs -o openapi-v3";
    return false;
  }
  message = "-o takes yaml, json or pos, found " + state.format;
  return state.format == "yaml" || state.format == "json" || state.format == "pos";
}

int RunRender(State& state, const Environment& environment, Output& output) {
  driver::Options options;
  std::string message;
  if (!CheckFormat(state, message) || !ToDriverOptions(state.inputs, environment, options, message)) {
    output.err += "kval: " + message + "\n";
    return kUnusable;
  }
  options.file_marks = state.file_marks;
  source::DiskFileReader reader;
  driver::Session session;
  const driver::RenderResult result = driver::Render(options, state.goal(), reader, session);
  output.err += session.printed;
  if (!WriteFindings(state.report, session, result.file_count, environment, output.err,
                     environment.stderr_is_terminal, output, message)) {
    output.err += "kval: " + message + "\n";
    return kUnusable;
  }
  if (result.failed_at != driver::Stage::kDone) {
    const bool unusable =
        result.failed_at == driver::Stage::kInputs || result.failed_at == driver::Stage::kSchema;
    return StatusOf(state.report, session, unusable ? kUnusable : kFindings);
  }
  const int status = WriteResult(state, result, options, session, output);
  return status == kOk ? StatusOf(state.report, session, kFindings) : status;
}

}  // namespace

std::function<int(const Environment&, Output&)> DeclareRender(CLI::App& app) {
  auto state = std::make_shared<State>();
  AddInputOptions(app, state->inputs, true);
  app.add_option("-o,--output", state->format, "yaml, json or pos (each node with its place)")
      ->capture_default_str();
  app.add_option("--file-mark", state->file_marks,
                 "path:key=value: what a file is for, whatever its name (type=, for-output=, "
                 "exclusive-for-output=, exclude=, path=)")
      ->allow_extra_args(false);
  app.add_option("--output-files", state->output_files, "write files into this directory");
  app.add_option("--dangerous-emptied-output-directory", state->emptied_directory,
                 "the same, but everything in the directory is removed first");
  app.add_flag("--data-values-inspect", state->values_inspect, "print the final data values only");
  app.add_flag("--data-values-schema-inspect", state->schema_inspect,
               "print the schema of the data values only; needs -o openapi-v3");
  app.add_flag("--files-inspect", state->files_inspect, "print the names of the files only");
  AddReportOptions(app, state->report, false);
  return [state](const Environment& environment, Output& output) {
    return RunRender(*state, environment, output);
  };
}

}  // namespace kval::cli
