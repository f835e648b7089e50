#include <memory>

#include "src/cli/command_app.h"
#include "src/cli/commands.h"
#include "src/cli/input_options.h"
#include "src/cli/kcl_options.h"
#include "src/cli/reading_options.h"
#include "src/cli/report_options.h"
#include "src/cli/usage.h"
#include "src/driver/kcl/vet.h"
#include "src/lang/kcl/run/vet.h"
#include "src/source/file_pattern.h"

namespace kval::cli {
namespace {

struct VetState {
  kcl::run::VetRequest request;
  ReportOptions report;
  ReadingOptions reading;
  std::vector<std::string> paths;
  std::vector<std::string> externals;
  std::string format;
  std::string output;  // KCL's name for the format of findings
};

bool ReadFormat(const std::string& text, kcl::run::DataFormat& format) {
  const bool is_known = text.empty() || text == "yaml" || text == "json";
  format = text.empty()     ? kcl::run::DataFormat::kByName
           : text == "json" ? kcl::run::DataFormat::kJson
                            : kcl::run::DataFormat::kYaml;
  return is_known;
}

// The files that a pattern names; the path itself when there is none.
std::vector<std::string> Expand(const std::string& path, source::FileReader& reader) {
  const bool is_pattern = path.find_first_of("*?[") != std::string::npos;
  std::vector<std::string> files;
  if (is_pattern && reader.KindOf(path) == source::PathKind::kMissing) {
    files = source::ExpandPattern(path);
  }
  return files.empty() ? std::vector<std::string>{path} : files;
}

bool ReadRequest(VetState& state, std::string& message) {
  if (state.paths.size() < 2) {
    message = "name the data and the KCL file: kval vet values.yml app.k";
    return false;
  }
  state.request.schema_file = state.paths.back();
  state.paths.pop_back();
  if (!state.request.schema_file.ends_with(".k") && state.paths.front().ends_with(".k")) {
    message = "the KCL file must be the last argument: kval vet " + state.request.schema_file + " " +
              state.paths.front();
    return false;
  }
  if (!ReadFormat(state.format, state.request.format)) {
    message = UnknownChoice("--format", state.format, {"yaml", "json"});
    return false;
  }
  if (!state.output.empty() && !IsChoice("--output", state.output, {"text", "json"}, message)) {
    return false;
  }
  if (state.output == "json" && state.report.formats.empty()) {
    state.report.formats.emplace_back("json");
  }
  return ReadsStandardInputOnce({&state.paths}, message) &&
         ReadExternals(state.externals, state.request.externals, message) &&
         ReadLimits(state.reading, state.request.limits, message);
}

int RunVet(VetState& state, const ProcessEnvironment& environment, CommandOutput& output) {
  std::string message;
  if (!ReadRequest(state, message) || !CheckReportOptions(state.report, message)) {
    return ReportUsageError(output, message);
  }
  driver::Session& session =
      NewSession(output, state.request.limits, LinkDestinations(state.reading), state.report, true);
  source::FileReader& reader = *output.reader;
  const Result<policy::Policy> policy = PolicyOf(state.report, reader);
  if (!policy) {
    return ReportUsageError(output, policy.failure().message);
  }
  StartDeadline(state.report, output.session->limits, environment, true, output);
  driver::KclVet vet(state.request, reader, session);
  std::vector<std::string> paths;
  for (const std::string& pattern : state.paths) {
    const std::vector<std::string> files = Expand(pattern, reader);
    paths.insert(paths.end(), files.begin(), files.end());
  }
  const auto [result, file_count] = vet.CheckFiles(paths);
  const bool was_checked = result != kcl::run::VetResult::kInvalidProgram;
  WriteFindings(state.report, file_count, environment, {&output.out, environment.stdout_is_terminal}, output,
                was_checked ? &*policy : nullptr);
  const int on_error = result == kcl::run::VetResult::kInvalidProgram ? kUnusable : kFindings;
  const int status = ExitCodeOf(state.report, output, on_error);
  const bool ok = result == kcl::run::VetResult::kValid;
  if (ok && status == kOk && !state.report.quiet && IsForPeople(state.report)) {
    output.out += "Validate success!\n";
  }
  // --exit-zero does not apply to a failure without a finding.
  const bool is_reported = session.emit.error_count() > 0;
  return ok || is_reported ? status : static_cast<int>(kFindings);
}

}  // namespace

RunCommand DeclareVet(CommandApp& app) {
  auto state = std::make_shared<VetState>();
  app.add_option("DATA", state->paths,
                 "data files, patterns or - (standard input), followed by the KCL file");
  app.add_option("-s,--schema", state->request.schema,
                 "NAME: the schema to validate with (default: the first)");
  app.add_option("-a,--attribute-name,--attribute_name", state->request.attribute,
                 "NAME: the name of the data in the program")
      ->capture_default_str();
  app.add_option("--format", state->format,
                 "FORMAT: yaml or json (strict); by default detected by the file name");
  app.add_option("-E,--external", state->externals, "NAME=DIR: an external package")->allow_extra_args(false);
  app.add_option("--output", state->output, "text or json: `kcl vet`'s name for `-o`")->group("");
  AddReadingOptions(app, state->reading);
  AddReportOptions(app, state->report, true);
  return [state](const ProcessEnvironment& environment, CommandOutput& output) {
    return RunVet(*state, environment, output);
  };
}

}  // namespace kval::cli
