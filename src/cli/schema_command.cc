#include <memory>

#include "schemas/common_subset.h"
#include "schemas/conversion_warnings.h"
#include "schemas/json_schema/writer.h"
#include "schemas/kcl/builtin_tests.h"
#include "schemas/kcl/writer.h"
#include "schemas/null_defaults.h"
#include "schemas/ytt/writer.h"
#include "src/cli/command_app.h"
#include "src/cli/commands.h"
#include "src/cli/draft_option.h"
#include "src/cli/input_options.h"
#include "src/cli/report_options.h"
#include "src/cli/schema_infer.h"
#include "src/cli/usage.h"
#include "src/driver/pipeline.h"
#include "src/openapi/export.h"
#include "src/report/escape_controls.h"
#include "src/report/text.h"
#include "src/support/budget_exhausted.h"
#include "src/yaml/json_writer.h"
#include "src/yaml/writer.h"

namespace kval::cli {
namespace {

struct SchemaState {
  InputOptions inputs;
  ReportOptions report;
  std::vector<std::string> paths;
  std::string format = "openapi-v3";
  std::string output = "yaml";
  std::string language;  // of convert
  std::string draft = "2020-12";
  std::string output_path;  // of convert; empty: standard output
  CommandApp* dump = nullptr;
  CommandApp* export_command = nullptr;
  CommandApp* convert = nullptr;
};

// The schema in the other language; what that cannot say goes to the session's findings.
std::string Convert(const SchemaState& state, driver::Session& session) {
  if (state.language == "kcl") {
    schemas::ConversionWarnings losses("KCL", &session.sources, &session.emit);
    schemas::ReportNullForDefaults(session.model, schemas::NullTarget::kKcl, losses);
    schemas::LowerToCommon(session.model, losses);
    return schemas::kcl::WriteProgram(session.model, losses);
  }
  if (state.language == "json-schema") {
    using schemas::json_schema::Draft;
    schemas::ConversionWarnings losses("JSON Schema", &session.sources, &session.emit);
    const Draft draft = schemas::json_schema::ParseDraftName(state.draft).value_or(Draft::k2020);
    schemas::ReportNullForDefaults(session.model, schemas::NullTarget::kOthers, losses);
    schemas::kcl::MoveTestsToAttributes(session.model);
    return schemas::json_schema::WriteSchema(session.model, draft, session.arena, losses);
  }
  schemas::ConversionWarnings losses("a ytt schema", &session.sources, &session.emit);
  schemas::ReportNullForDefaults(session.model, schemas::NullTarget::kOthers, losses);
  schemas::LowerToCommon(session.model, losses);
  return schemas::ytt::WriteSchema(session.model, session.arena, losses,
                                   schemas::ytt::ExtensionReporting::kReported);
}

void WriteExport(const SchemaState& state, driver::Session& session, CommandOutput& output) {
  std::vector<std::string> left_out;
  const value::Value* document = openapi::Export(session.model, {}, session.arena, left_out);
  if (state.output == "json") {
    yaml::JsonStyle style;
    style.indent = 2;
    style.most = session.limits.output_size;
    std::string text;
    RequireWithinOutputLimit(yaml::WriteJson(*document, style, text));
    output.out += report::EscapeControlsInJson(text) + '\n';
  } else {
    yaml::YamlStyle style;
    style.most = session.limits.output_size;
    RequireWithinOutputLimit(yaml::WriteYaml(*document, style, output.out));
  }
  for (const std::string& line : left_out) {
    output.err += "kval: OpenAPI has no word for " + report::Escape(line) + "\n";
  }
}

int RunSchema(SchemaState& state, const ProcessEnvironment& environment, CommandOutput& output) {
  driver::DriverOptions options;
  std::string message;
  for (const std::string& path : state.paths) {
    state.inputs.files.push_back(path);
  }
  if (!IsChoice("--format", state.format, {"openapi-v3"}, message) ||
      !IsChoice("-o", state.output, {"yaml", "json"}, message) || !IsDraft("--draft", state.draft, message) ||
      !CheckReportOptions(state.report, message) ||
      !ToDriverOptions(state.inputs, environment, options, message)) {
    return ReportUsageError(output, message);
  }
  options.unchecked = driver::UncheckedPolicy::kNote;
  driver::Session& session =
      NewSession(output, options.limits, options.link_destinations, state.report, false);
  source::FileReader& reader = *output.reader;
  StartDeadline(state.report, output.session->limits, environment, false, output);
  const driver::PipelineResult result = driver::CompileSchemas(options, reader, session);
  const bool is_compiled = result.failed_at == driver::Stage::kDone && result.has_schema;
  const bool converts = state.convert->parsed();
  if (converts && is_compiled) {
    const bool is_json = state.language == "json-schema";
    const std::string text = Convert(state, session);
    RequireWithinOutputLimit(text.size() <= session.limits.output_size);
    const std::string converted = is_json ? report::EscapeControlsInJson(text) : text;
    if (state.output_path.empty()) {
      output.out += converted;
    } else {
      WriteOutput(state.output_path, converted, output);
    }
  }
  WriteFindings(state.report, result.file_count, environment, {&output.err, environment.stderr_is_terminal},
                output);
  // A schema that is only partly understood is no schema: nothing is printed that looks like one.
  if (result.failed_at != driver::Stage::kDone || (!converts && session.emit.error_count() > 0)) {
    return ExitCodeOf(state.report, output, kUnusable);
  }
  if (!result.has_schema) {
    return ReportUsageError(output, "no schema among the inputs");
  }
  if (converts) {
    return ExitCodeOf(state.report, output, kUnusable);
  }
  if (state.export_command->parsed()) {
    WriteExport(state, session, output);
  } else {
    output.out += report::EscapeLines(types::Dump(session.model));
  }
  return ExitCodeOf(state.report, output, kUnusable);
}

void AddCommon(CommandApp& app, SchemaState& state) {
  AddInputOptions(app, state.inputs, false);
  app.add_option("PATHS", state.paths, "the same as -f");
  AddReportOptions(app, state.report, false);
}

}  // namespace

RunCommand DeclareSchema(CommandApp& app) {
  auto state = std::make_shared<SchemaState>();
  app.require_subcommand(1);
  state->dump = app.add_subcommand("dump", "prints the types, defaults and rules of a schema");
  AddCommon(*state->dump, *state);
  state->export_command = app.add_subcommand("export", "prints the schema in another schema language");
  AddCommon(*state->export_command, *state);
  state->export_command->add_option("--format", state->format, "openapi-v3")->capture_default_str();
  state->export_command->add_option("-o,--output", state->output, "yaml or json")->capture_default_str();
  state->convert =
      app.add_subcommand("convert", "prints the schema as annotated YAML (ytt), as KCL or as a JSON Schema");
  AddCommon(*state->convert, *state);
  state->convert->add_required_option("--to", state->language, "kcl, ytt or json-schema")
      ->one_of({"kcl", "ytt", "json-schema"});
  state->convert
      ->add_option("--draft", state->draft,
                   "DRAFT: draft of the JSON Schema output: 4, 6, 7, 2019-09 or 2020-12")
      ->capture_default_str();
  state->convert->add_option("-o,--output-file", state->output_path, "FILE: write to this file");
  CommandApp* infer = app.add_subcommand("infer", "writes a schema that matches the given values");
  const auto run_infer = DeclareSchemaInfer(*infer);
  return [state, infer, run_infer](const ProcessEnvironment& environment, CommandOutput& output) {
    return infer->parsed() ? run_infer(environment, output) : RunSchema(*state, environment, output);
  };
}

}  // namespace kval::cli
