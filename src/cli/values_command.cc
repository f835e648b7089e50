#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "src/check/describe.h"
#include "src/cli/command_app.h"
#include "src/cli/commands.h"
#include "src/cli/helm_options.h"
#include "src/cli/helm_version_option.h"
#include "src/cli/input_options.h"
#include "src/cli/json_documents.h"
#include "src/cli/report_options.h"
#include "src/cli/usage.h"
#include "src/cli/value_origins.h"
#include "src/diag/path.h"
#include "src/driver/pipeline.h"
#include "src/driver/session.h"
#include "src/report/escape_controls.h"
#include "src/report/json_writer.h"
#include "src/report/source_location.h"
#include "src/source/source_map.h"
#include "src/source/span.h"
#include "src/support/budget_exhausted.h"
#include "src/value/compare.h"
#include "src/value/value.h"
#include "src/yaml/json_writer.h"
#include "src/yaml/writer.h"

namespace kval::cli {
namespace {

// The origin of final values: `kval values --provenance`. Shows locations only, not the values of lower
// layers, which may be secret.

bool IsLeaf(const value::Value& value) {
  return value.items().empty() && value.entries().empty();
}

// A collection whose parts are being written.
struct OpenCollection {
  const value::Value* value;
  size_t next = 0;

  bool is_mapping() const { return value->kind == value::Kind::kMapping; }
  size_t size() const { return is_mapping() ? value->entries().size() : value->items().size(); }
};

class ProvenanceWriter {
 public:
  ProvenanceWriter(const source::SourceMap& sources, size_t most, std::string& out)
      : sources_(sources), most_(most), out_(out) {}

  bool Write(const value::Value& document) {
    out_ += '[';
    Enter(document);
    while (!open_.empty() && out_.size() <= most_) {
      OpenCollection& open = open_.back();
      if (open.next == open.size()) {
        open_.pop_back();
        Leave();
        continue;
      }
      const size_t at = open.next++;
      const value::Value& value = *open.value;
      path_.push_back(open.is_mapping() ? check::StepOf(*value.entries()[at].key)
                                        : diag::PathStep::Index(at));
      Enter(open.is_mapping() ? *value.entries()[at].value : *value.items()[at]);
    }
    out_ += is_empty_ ? "]\n" : "\n]\n";
    return out_.size() <= most_;
  }

 private:
  void Enter(const value::Value& value) {
    if (!IsLeaf(value)) {
      open_.push_back({&value});
      return;
    }
    out_ += is_empty_ ? "\n  " : ",\n  ";
    is_empty_ = false;
    WriteLeaf(value);
    Leave();
  }

  // The path is now that of the parent.
  void Leave() {
    if (!path_.empty()) {
      path_.pop_back();
    }
  }

  void WriteLeaf(const value::Value& value) {
    report::JsonWriter json(report::JsonWriter::JsonLayout::kOneLine);
    json.BeginObject().Key("path").BeginArray();
    for (const diag::PathStep& step : path_) {
      step.index >= 0 ? json.Number(static_cast<uint64_t>(step.index)) : json.String(step.key);
    }
    json.EndArray().Field("pointer", diag::JsonPointer(path_));
    std::string text;
    yaml::WriteJson(value, {}, text);
    json.Key("value").Raw(text);
    json.Key("computed").Bool(IsComputed(value, sources_));
    json.Key("places").BeginArray();
    for (const source::Span span : OriginSpans(value, sources_)) {
      const report::SourceLocation place = report::PlaceOf(sources_, span);
      json.BeginObject().Field("file", place.file).Field("line", place.begin.line);
      json.Field("column", place.begin.column).EndObject();
    }
    json.EndArray().EndObject();
    std::string line = json.Take();
    line.pop_back();
    out_ += line;
  }

  const source::SourceMap& sources_;
  const size_t most_;
  std::string& out_;
  std::vector<OpenCollection> open_;
  diag::Path path_;
  bool is_empty_ = true;
};

// `prod.yml:3:8, over base.yml:2:8 and schema.yml:5:8`, or `computed from …`, safe to print and on one line;
// empty without places.
std::string FormatProvenance(const value::Value& value, const source::SourceMap& sources) {
  const std::vector<source::Span> places = OriginSpans(value, sources);
  std::string text = !places.empty() && IsComputed(value, sources) ? "computed from " : "";
  for (size_t i = 0; i < places.size(); ++i) {
    text += i == 0 ? "" : i == 1 ? ", over " : i + 1 == places.size() ? " and " : ", ";
    text += report::Display(report::PlaceOf(sources, places[i]));
  }
  return text;
}

// Appends a JSON array with one object for each scalar and each empty collection, in order, one per line:
// `{"path": ["image", "tag"], "pointer": "/image/tag", "value": "1.2", "computed": false, "places": [{"file":
// …, "line": …, "column": …}]}`, with columns in code points. Keys that are not strings are converted to
// strings in paths. Iterative. Returns false if `out` exceeds `most` bytes; it is then truncated.
bool WriteProvenance(const value::Value& document, const source::SourceMap& sources, size_t most,
                     std::string& out) {
  return ProvenanceWriter(sources, most, out).Write(document);
}

struct ValuesState {
  InputOptions inputs;
  ReportOptions report;
  std::string format = "yaml";
  bool inspect = false;
  bool provenance = false;
  std::vector<std::string> charts;  // --chart, or as an argument
  bool lint = false;
};

// The values of the set, or each document where no schema makes one of them.
std::vector<const value::Value*> DocumentsOf(const driver::PipelineResult& result) {
  return result.values == nullptr ? result.documents : std::vector<const value::Value*>{result.values};
}

// The comments behind values: where each comes from.
std::function<std::string(const value::Value&)> CommentsFor(const ValuesState& state,
                                                            const CommandOutput& output) {
  if (!state.provenance) {
    return nullptr;
  }
  return [&sources = output.session->sources](const value::Value& value) {
    return FormatProvenance(value, sources);
  };
}

void WriteValues(const ValuesState& state, const driver::PipelineResult& result, CommandOutput& output) {
  const std::vector<const value::Value*> documents = DocumentsOf(result);
  const size_t most = output.session->limits.output_size;
  if (state.format == "json" && state.provenance) {
    for (const value::Value* document : documents) {
      RequireWithinOutputLimit(WriteProvenance(*document, output.session->sources, most, output.out));
    }
    return;
  }
  if (state.format == "json") {
    for (const value::Value* document : documents) {
      yaml::JsonStyle style;
      style.indent = 2;
      style.most = most - std::min(most, output.out.size());
      std::string text;
      RequireWithinOutputLimit(yaml::WriteJson(*document, style, text));
      output.out += report::EscapeControlsInJson(text) + '\n';
    }
    return;
  }
  yaml::YamlStyle style;
  style.most = most;
  style.comment = CommentsFor(state, output);
  RequireWithinOutputLimit(yaml::WriteYamlStream(documents, style, output.out));
}

// What Helm computes. Numbers are its floats of 64 bits.
void WriteHelmValues(const ValuesState& state, const value::Value& values, CommandOutput& output) {
  const size_t most = output.session->limits.output_size;
  if (state.format == "json" && state.provenance) {
    RequireWithinOutputLimit(WriteProvenance(values, output.session->sources, most, output.out));
    return;
  }
  if (state.format == "json") {
    yaml::JsonStyle style;
    style.indent = 2;
    style.sort_keys = true;
    style.go = yaml::GoEscapes::kPlain;
    style.most = most;
    std::string text;
    RequireWithinOutputLimit(yaml::WriteJson(values, style, text));
    output.out += report::EscapeControlsInJson(text) + '\n';
    return;
  }
  yaml::YamlStyle style;
  style.dialect = value::Dialect::kHelm;
  style.most = most;
  style.comment = CommentsFor(state, output);
  RequireWithinOutputLimit(yaml::WriteYaml(values, style, output.out));
}

// `--profile helm`: files and flags as in Helm, with or without a chart.
int RunHelmValues(ValuesState& state, const ProcessEnvironment& environment, CommandOutput& output) {
  std::string message;
  Limits limits;
  if (!IsChoice("-o", state.format, {"yaml", "json"}, message) ||
      !CheckReportOptions(state.report, message) || !ReadLimits(state.inputs.reading, limits, message)) {
    return ReportUsageError(output, message);
  }
  if (state.charts.size() > 1) {
    return ReportUsageError(output, "one chart at a time");
  }
  HelmOptions options{state.charts.empty() ? "" : state.charts[0],
                      state.inputs.files,
                      state.inputs.set,
                      state.inputs.set_string,
                      state.inputs.set_json,
                      state.inputs.set_file,
                      state.inputs.set_literal};
  if (!ReadHelmVersion(state.inputs.helm_version, options.version, message) ||
      !ReadsStandardInputOnce(options, message)) {
    return ReportUsageError(output, message);
  }
  driver::HelmRequest request = ToHelmRequest(options);
  request.mode = state.lint ? helm::HelmOperation::kLint : helm::HelmOperation::kTemplate;
  request.validator = false;
  driver::Session& session =
      NewSession(output, limits, LinkDestinations(state.inputs.reading), state.report, false);
  StartDeadline(state.report, output.session->limits, environment, false, output);
  const driver::HelmResult result = driver::RunHelm(request, *output.reader, session);
  WriteFindings(state.report, request.input.files.size() + 1, environment,
                {&output.err, environment.stderr_is_terminal}, output);
  if (result.values != nullptr) {
    WriteHelmValues(state, *result.values, output);
  }
  return ExitCodeOf(state.report, output, result.is_chart_usable ? kFindings : kUnusable);
}

int RunValues(ValuesState& state, const ProcessEnvironment& environment, CommandOutput& output) {
  if (!state.charts.empty()) {
    return RunHelmValues(state, environment, output);
  }
  driver::DriverOptions options;
  std::string message;
  if (!IsChoice("-o", state.format, {"yaml", "json"}, message) ||
      !CheckReportOptions(state.report, message) ||
      !ToDriverOptions(state.inputs, environment, options, message)) {
    return ReportUsageError(output, message);
  }
  if (options.inputs.empty() && options.flags.empty()) {
    return ReportUsageError(output, "no values: name a schema and values with -f");
  }
  options.ytt_names = true;
  options.locations_by_path = state.provenance;
  driver::Session& session =
      NewSession(output, options.limits, options.link_destinations, state.report, false);
  source::FileReader& reader = *output.reader;
  StartDeadline(state.report, output.session->limits, environment, false, output);
  const driver::PipelineResult result = driver::Run(options, reader, session);
  const bool fits = state.format != "json" || CheckJsonRepresentable(DocumentsOf(result), output);
  output.err += session.printed;
  WriteFindings(state.report, result.file_count, environment, {&output.err, environment.stderr_is_terminal},
                output);
  if (result.failed_at != driver::Stage::kDone) {
    const bool unusable =
        result.failed_at == driver::Stage::kInputs || result.failed_at == driver::Stage::kSchema;
    return ExitCodeOf(state.report, output, unusable ? kUnusable : kFindings);
  }
  const bool is_helms = state.inputs.profile == "helm" && result.values != nullptr;
  if (fits && is_helms) {
    WriteHelmValues(state, *result.values, output);
  } else if (fits) {
    WriteValues(state, result, output);
  }
  return ExitCodeOf(state.report, output, kFindings);
}

}  // namespace

RunCommand DeclareValues(CommandApp& app) {
  auto state = std::make_shared<ValuesState>();
  AddInputOptions(app, state->inputs, true);
  app.add_option("-o,--output", state->format, "yaml or json")->capture_default_str();
  app.add_flag("--provenance", state->provenance,
               "print the origin of each value, and the values that it overrides; with -o json as a list "
               "with locations");
  app.add_option("--chart,CHART", state->charts,
                 "PATH: with --profile helm: directory or .tgz of the chart with the default values")
      ->allow_extra_args(false);
  app.add_flag("--lint", state->lint, "with --chart: compute the values like `helm lint`");
  // ytt's flag for what this command does anyway.
  app.add_flag("--data-values-inspect", state->inspect, "accepted for ytt's sake")->group("");
  AddReportOptions(app, state->report, false);
  return [state](const ProcessEnvironment& environment, CommandOutput& output) {
    return RunValues(*state, environment, output);
  };
}

}  // namespace kval::cli
