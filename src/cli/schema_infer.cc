#include "src/cli/schema_infer.h"

#include <algorithm>
#include <deque>
#include <memory>

#include "schemas/conversion_warnings.h"
#include "schemas/infer/infer.h"
#include "schemas/json_schema/writer.h"
#include "schemas/kcl/writer.h"
#include "schemas/ytt/writer.h"
#include "src/cli/command_app.h"
#include "src/cli/draft_option.h"
#include "src/cli/reading_options.h"
#include "src/cli/report_options.h"
#include "src/cli/usage.h"
#include "src/diag/read_failure.h"
#include "src/driver/helm/chart_keys.h"
#include "src/driver/inputs/inputs.h"
#include "src/driver/inputs/reading.h"
#include "src/driver/schemas/json_keys.h"
#include "src/helm/go_number.h"
#include "src/report/escape_controls.h"
#include "src/report/text.h"

namespace kval::cli {
namespace {

constexpr diag::Def<std::string_view> kNoValues{diag::Kind::kNoInput,
                                                "{} contains no values to infer a schema from"};

struct SchemaInferState {
  ReadingOptions reading;
  ReportOptions report;
  InferRequest request;
  std::string output_path;  // empty: standard output
};

bool HasValues(const yaml::File& file) {
  return std::ranges::any_of(file.documents, [&](const yaml::Document& document) {
    return document.root->kind != value::Kind::kNull;
  });
}

value::Dialect DialectOf(const InferRequest& request, bool is_chart) {
  if (is_chart) {
    return value::Dialect::kHelm;
  }
  if (request.language == "json-schema") {
    return value::Dialect::kYaml12;
  }
  return request.language == "kcl" ? value::Dialect::kKclVet : value::Dialect::kYtt;
}

// The samples that could be read; the others are reported.
std::deque<yaml::File> ReadSamples(const std::vector<driver::InputFile>& given, value::Dialect dialect,
                                   yaml::DuplicateKeys duplicates, source::FileReader& reader,
                                   driver::Session& session) {
  yaml::ReadOptions read = driver::ReadOptionsForDialect(dialect, session.limits);
  read.duplicates = duplicates;
  std::deque<yaml::File> samples;
  for (const driver::InputFile& path : given) {
    Result<const source::SourceFile*> file = driver::ReadInputFile(path, reader, session.sources);
    if (!file) {
      diag::ReportReadFailure({}, file.failure(), session.emit);
      continue;
    }
    samples.push_back(yaml::ReadFile(**file, read, session.arena, session.emit));
    if (!HasValues(samples.back()) && session.emit.error_count() == 0) {
      session.emit.Report({}, kNoValues, path.path).Emit();
    }
  }
  return samples;
}

// The samples with string keys, as JSON and Helm have them: no schema fits mappings whose keys become one.
void StringifyKeys(std::deque<yaml::File>& samples, bool is_chart, driver::Session& session) {
  driver::JsonKeys keys(session, is_chart ? helm::KeyText : nullptr);
  for (yaml::File& sample : samples) {
    for (yaml::Document& document : sample.documents) {
      document.root = keys.Of(*document.root);
    }
  }
}

std::optional<driver::ChartKeys> ChartOf(const std::vector<driver::InputFile>& given,
                                         source::FileReader& reader, const Limits& limits) {
  std::optional<driver::ChartKeys> chart;
  for (const driver::InputFile& file : given) {
    if (!chart) {
      chart = driver::ChartKeysOf(file.path, reader, limits);
    }
  }
  return chart;
}

std::string Write(const InferRequest& request, driver::Session& session) {
  if (request.language == "kcl") {
    schemas::ConversionWarnings losses("KCL", &session.sources, &session.emit);
    return schemas::kcl::WriteProgram(session.model, losses);
  }
  if (request.language == "json-schema") {
    using schemas::json_schema::Draft;
    schemas::ConversionWarnings losses("JSON Schema", &session.sources, &session.emit);
    const Draft draft = schemas::json_schema::ParseDraftName(request.draft).value_or(Draft::k7);
    return report::EscapeControlsInJson(
        schemas::json_schema::WriteSchema(session.model, draft, session.arena, losses));
  }
  schemas::ConversionWarnings losses("a ytt schema", &session.sources, &session.emit);
  return schemas::ytt::WriteSchema(session.model, session.arena, losses);
}

int RunInfer(SchemaInferState& state, const ProcessEnvironment& environment, CommandOutput& output) {
  std::string message;
  Limits limits;
  if (!CheckReportOptions(state.report, message) || !ReadLimits(state.reading, limits, message) ||
      !IsDraft("--draft", state.request.draft, message)) {
    return ReportUsageError(output, message);
  }
  driver::Session& session = NewSession(output, limits, LinkDestinations(state.reading), state.report, false);
  StartDeadline(state.report, limits, environment, false, output);
  const std::optional<InferredSchema> schema = InferSchema(state.request, session, *output.reader);
  if (schema && state.output_path.empty()) {
    output.out += schema->text;
  } else if (schema) {
    WriteOutput(state.output_path, schema->text, output);
  }
  WriteFindings(state.report, state.request.paths.size(), environment,
                {&output.err, environment.stderr_is_terminal}, output);
  for (const std::string& note : schema ? schema->open : std::vector<std::string>()) {
    output.err += state.report.quiet ? "" : "note: " + report::Escape(note) + "\n";
  }
  return ExitCodeOf(state.report, output, kUnusable);
}

}  // namespace

std::optional<InferredSchema> InferSchema(const InferRequest& request, driver::Session& session,
                                          source::FileReader& reader) {
  std::vector<driver::InputFile> given;
  driver::ExpandPaths(request.paths, reader, session.emit, given);
  const std::optional<driver::ChartKeys> chart = ChartOf(given, reader, session.limits);
  std::deque<yaml::File> samples =
      ReadSamples(given, DialectOf(request, chart.has_value()), request.duplicates, reader, session);
  const bool is_json_schema = request.language == "json-schema";
  if (is_json_schema || chart) {
    StringifyKeys(samples, chart.has_value(), session);
  }
  if (session.emit.error_count() > 0) {
    return std::nullopt;
  }
  std::vector<const yaml::File*> files;
  files.reserve(samples.size());
  for (const yaml::File& sample : samples) {
    files.push_back(&sample);
  }
  schemas::infer::InferOptions options;
  options.with_enumerations = request.with_enumerations;
  options.is_json_schema = is_json_schema;
  options.is_kcl = request.language == "kcl";
  if (chart) {
    options.chart = {chart->subcharts, chart->switches,    chart->commented,
                     chart->is_open,   chart->is_rendered, chart->names_below};
    // Helm merges other values over those of the chart.
    options.are_layers = driver::ChartKeysOf(given.front().path, reader, session.limits).has_value();
  }
  InferredSchema schema;
  schema.open = schemas::infer::Infer(files, options, session.model, session.arena);
  schema.text = Write(request, session);
  return schema;
}

RunCommand DeclareSchemaInfer(CommandApp& app) {
  auto state = std::make_shared<SchemaInferState>();
  app.add_option("FILES", state->request.paths, "values files or directories; each file is one sample")
      ->required();
  app.add_option(
         "--to", state->request.language,
         "ytt (annotated YAML), kcl, or json-schema (of a chart's values.yaml: its values.schema.json)")
      ->one_of({"kcl", "ytt", "json-schema"})
      ->capture_default_str();
  app.add_option("--draft", state->request.draft,
                 "DRAFT: draft of the JSON Schema output: 4, 6, 7, 2019-09 or 2020-12")
      ->capture_default_str();
  app.add_option("-o,--output-file", state->output_path, "FILE: write to this file");
  app.add_flag("--enumerations", state->request.with_enumerations,
               "infer enumerations: a few different strings that repeat become the allowed values");
  AddReadingOptions(app, state->reading);
  AddReportOptions(app, state->report, false);
  return [state](const ProcessEnvironment& environment, CommandOutput& output) {
    return RunInfer(*state, environment, output);
  };
}

}  // namespace kval::cli
