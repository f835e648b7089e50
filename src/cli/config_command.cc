#include <memory>
#include <string>

#include "src/cli/command_app.h"
#include "src/cli/commands.h"
#include "src/cli/project_check.h"
#include "src/cli/report_options.h"
#include "src/cli/usage.h"
#include "src/diag/path.h"
#include "src/project/builtin.h"
#include "src/project/load.h"
#include "src/report/text.h"
#include "src/support/limits.h"
#include "src/yaml/json_writer.h"

namespace kval::cli {
namespace {

struct ConfigState {
  ProjectOptions project;
  ReportOptions report;
  std::string language = "ytt";
  CommandApp* print = nullptr;
};

// `.kval.yaml:4:9`, or `default`.
std::string PlaceOf(source::Span at, const driver::Session& session) {
  if (!at.has_value() || !session.sources.Contains(at)) {
    return "default";
  }
  const source::SourceFile& file = session.sources.FileOf(at);
  if (file.name() == project::SchemaName()) {
    return "default";
  }
  const source::LineColumn place = file.Locate(at.begin);
  return report::Escape(file.name()) + ":" + std::to_string(place.line) + ":" + std::to_string(place.column);
}

void WriteLine(const diag::Path& path, const value::Value& value, const driver::Session& session,
               std::string& out) {
  std::string text;
  yaml::WriteJson(value, {}, text);
  out += report::EscapeLineStart(diag::Display(path)) + ": " + report::Escape(text) + "  # " +
         PlaceOf(value.span, session) + "\n";
}

// One line for each setting. Recursion is as deep as the schema of project files is.
void WriteSettings(diag::Path& path, const value::Value& value, const driver::Session& session,
                   std::string& out) {
  const bool is_map = value.kind == value::Kind::kMapping;
  if (!value.is_collection() || (is_map ? value.entries().empty() : value.items().empty())) {
    WriteLine(path, value, session, out);
    return;
  }
  if (is_map) {
    for (const value::Entry& entry : value.entries()) {
      path.push_back(diag::PathStep::Key(entry.key->raw));
      WriteSettings(path, *entry.value, session, out);
      path.pop_back();
    }
    return;
  }
  for (size_t i = 0; i < value.items().size(); ++i) {
    path.push_back(diag::PathStep::Index(i));
    WriteSettings(path, *value.items()[i], session, out);
    path.pop_back();
  }
}

int Print(const ConfigState& state, const ProcessEnvironment& environment, CommandOutput& output) {
  std::string message;
  if (!CheckReportOptions(state.report, message)) {
    return ReportUsageError(output, message);
  }
  const Result<std::optional<project::ProjectLocation>> location = LocateProject(state.project, environment);
  if (!location) {
    return ReportUsageError(output, location.failure());
  }
  if (!*location) {
    return ReportUsageError(output, "no project file found in this directory or its parents",
                            "`kval init` writes one");
  }
  driver::Session& session = NewSession(output, Limits(), {}, state.report, false);
  StartDeadline(state.report, session.limits, environment, false, output);
  const std::optional<project::Loaded> loaded = project::Load(**location, *output.reader, session);
  WriteFindings(state.report, 1, environment, {&output.err, environment.stderr_is_terminal}, output);
  if (!loaded) {
    return ExitCodeOf(state.report, output, kUnusable);
  }
  output.out += "# " + report::Escape((*location)->file) + "\n";
  diag::Path path;
  WriteSettings(path, *loaded->root, session, output.out);
  return ExitCodeOf(state.report, output, kUnusable);
}

int PrintSchema(const ConfigState& state, CommandOutput& output) {
  for (const project::EmbeddedText& text :
       state.language == "kcl" ? project::BuiltinKcl() : project::BuiltinYaml()) {
    if (text.name == "project") {
      output.out += text.text;
    }
  }
  return kOk;
}

}  // namespace

RunCommand DeclareConfig(CommandApp& app) {
  auto state = std::make_shared<ConfigState>();
  app.require_subcommand(1);
  state->print = app.add_subcommand("print", "prints the settings and where each is defined");
  AddProjectOptions(*state->print, state->project);
  AddReportOptions(*state->print, state->report, false);
  CommandApp* schema = app.add_subcommand("schema", "prints the schema of project files");
  schema->add_option("--to", state->language, "ytt (annotated YAML) or kcl")
      ->one_of({"kcl", "ytt"})
      ->capture_default_str();
  return [state](const ProcessEnvironment& environment, CommandOutput& output) {
    return state->print->parsed() ? Print(*state, environment, output) : PrintSchema(*state, output);
  };
}

}  // namespace kval::cli
