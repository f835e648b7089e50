#include "src/cli/schema_infer.h"

#include <deque>
#include <memory>

#include "schemas/infer/infer.h"
#include "schemas/kcl/writer.h"
#include "schemas/losses.h"
#include "schemas/ytt/writer.h"
#include "src/cli/command_app.h"
#include "src/cli/input_options.h"
#include "src/cli/reading_options.h"
#include "src/cli/report_options.h"
#include "src/cli/usage.h"
#include "src/diag/read_fault.h"
#include "src/driver/inputs.h"
#include "src/driver/reading.h"
#include "src/driver/session.h"
#include "src/report/text.h"
#include "src/yaml/document.h"

namespace kval::cli {
namespace {

constexpr diag::Def<std::string_view> kNoValues{diag::Kind::kNoInput,
                                                "{} holds no values to infer a schema from"};

struct State {
  ReadingOptions reading;
  ReportOptions report;
  std::vector<std::string> paths;
  std::string language = "ytt";
  std::string output_path;  // empty: standard output
  bool with_enumerations = false;
};

bool HasValues(const yaml::File& file) {
  for (const yaml::Document& document : file.documents) {
    if (document.root->kind != value::Kind::kNull) {
      return true;
    }
  }
  return false;
}

// The samples that could be read; the others are reported.
std::deque<yaml::File> ReadSamples(const std::vector<std::string>& paths, const std::string& language,
                                   source::FileReader& reader, driver::Session& session) {
  const yaml::ReadOptions read =
      driver::ReadingAs(language == "kcl" ? value::Dialect::kKcl : value::Dialect::kYtt, session.limits);
  std::deque<yaml::File> samples;
  std::vector<driver::GivenFile> given;
  driver::ExpandPaths(paths, reader, session.emit, given);
  for (const driver::GivenFile& path : given) {
    Result<const source::SourceFile*> file = driver::ReadGiven(path, reader, session.sources);
    if (!file) {
      diag::ReportReadFault({}, file.failure(), session.emit);
      continue;
    }
    samples.push_back(yaml::ReadFile(**file, read, session.arena, session.emit));
    if (!HasValues(samples.back()) && session.emit.error_count() == 0) {
      session.emit.Report({}, kNoValues, path.path).Emit();
    }
  }
  return samples;
}

std::string Write(const std::string& language, driver::Session& session) {
  if (language == "kcl") {
    schemas::Losses losses("KCL", &session.sources, &session.emit);
    return schemas::kcl::WriteProgram(session.model, losses);
  }
  schemas::Losses losses("a ytt schema", &session.sources, &session.emit);
  return schemas::ytt::WriteSchema(session.model, session.arena, losses);
}

int RunInfer(State& state, const Environment& environment, Output& output) {
  std::string message;
  Limits limits;
  if (!CheckReportOptions(state.report, message) || !ReadLimits(state.reading, limits, message)) {
    return Refuse(output, message);
  }
  driver::Session& session = NewSession(output, limits, LinkDestinations(state.reading), state.report, false);
  const std::optional<InferredSchema> schema =
      InferSchema(state.paths, state.language, state.with_enumerations, session, *output.reader);
  if (schema && state.output_path.empty()) {
    output.out += schema->text;
  } else if (schema) {
    WriteOutput(state.output_path, schema->text, output);
  }
  WriteFindings(state.report, state.paths.size(), environment, {&output.err, environment.stderr_is_terminal},
                output);
  for (const std::string& note : schema ? schema->open : std::vector<std::string>()) {
    output.err += state.report.quiet ? "" : "note: " + report::Escape(note) + "\n";
  }
  return StatusOf(state.report, output, kUnusable);
}

}  // namespace

std::optional<InferredSchema> InferSchema(const std::vector<std::string>& paths, const std::string& language,
                                          bool with_enumerations, driver::Session& session,
                                          source::FileReader& reader) {
  const std::deque<yaml::File> samples = ReadSamples(paths, language, reader, session);
  if (session.emit.error_count() > 0) {
    return std::nullopt;
  }
  std::vector<const yaml::File*> files;
  for (const yaml::File& sample : samples) {
    files.push_back(&sample);
  }
  InferredSchema schema;
  schema.open = schemas::infer::Infer(files, {with_enumerations}, session.model, session.arena);
  schema.text = Write(language, session);
  return schema;
}

std::function<int(const Environment&, Output&)> DeclareSchemaInfer(CommandApp& app) {
  auto state = std::make_shared<State>();
  app.add_option("FILES", state->paths,
                 "values files or folders of them, each file a sample of what the schema is for")
      ->required();
  app.add_option("--to", state->language, "ytt (annotated YAML) or kcl")
      ->one_of({"kcl", "ytt"})
      ->capture_default_str();
  app.add_option("-o,--output-file", state->output_path, "write to this file");
  app.add_flag("--enumerations", state->with_enumerations,
               "few different strings that occur again become the values that are allowed");
  AddReadingOptions(app, state->reading);
  AddReportOptions(app, state->report, false);
  return [state](const Environment& environment, Output& output) {
    return RunInfer(*state, environment, output);
  };
}

}  // namespace kval::cli
