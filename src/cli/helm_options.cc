#include "src/cli/helm_options.h"

#include <utility>

#include "src/cli/input_options.h"
#include "src/cli/usage.h"
#include "src/driver/helm/rendered_manifests.h"
#include "src/driver/inputs/input_file_reader.h"
#include "src/driver/session.h"
#include "src/source/size_on_disk.h"

namespace kval::cli {
namespace {

// One `-f`: a line of CSV, in which quotes hold commas. Nothing at all is no file, as for Helm.
void AddFiles(std::string_view list, std::vector<std::string>& files) {
  if (list.empty()) {
    return;
  }
  std::string file;
  bool is_quoted = false;
  for (const char c : list) {
    if (c == '"') {
      is_quoted = !is_quoted;
    } else if (c == ',' && !is_quoted) {
      files.push_back(std::exchange(file, {}));
    } else {
      file += c;
    }
  }
  files.push_back(file);
}

void AddFlags(const std::vector<std::string>& strings, helm::SetKind kind, driver::HelmRequest& request) {
  for (const std::string& text : strings) {
    request.input.flags.push_back({kind, text});
  }
}

}  // namespace

void AddHelmValues(CommandApp& app, HelmOptions& options) {
  const auto add = [&](const char* names, std::vector<std::string>& target, const char* help) {
    app.add_option(names, target, help)->allow_extra_args(false);
  };
  add("-f,--values", options.files,
      "FILE: values, or - for standard input; later files override earlier ones");
  add("--set", options.set, "KEY=VALUE[,KEY=VALUE]: set a value, as in helm");
  add("--set-string", options.set_string, "same as --set, but all values are strings");
  add("--set-json", options.set_json, "KEY=JSON[,KEY=JSON]: set a JSON value");
  add("--set-file", options.set_file, "KEY=FILE: set a value to the content of a file");
  add("--set-literal", options.set_literal, "KEY=TEXT: set a literal string");
}

bool ReadsStandardInputOnce(const HelmOptions& options, std::string& message) {
  std::vector<std::string> files;
  for (const std::string& list : options.files) {
    AddFiles(list, files);
  }
  return ReadsStandardInputOnce({&files, &options.set_file}, message);
}

driver::HelmRequest ToHelmRequest(const HelmOptions& options) {
  driver::HelmRequest request;
  request.version = options.version;
  request.chart = options.chart;
  request.input.chart = options.chart;
  request.size_of = source::SizeOnDisk;
  for (const std::string& list : options.files) {
    AddFiles(list, request.input.files);
  }
  AddFlags(options.set_json, helm::SetKind::kJson, request);
  AddFlags(options.set, helm::SetKind::kSet, request);
  AddFlags(options.set_string, helm::SetKind::kString, request);
  AddFlags(options.set_file, helm::SetKind::kFile, request);
  AddFlags(options.set_literal, helm::SetKind::kLiteral, request);
  return request;
}

CheckResult CheckChartOnce(const driver::HelmRequest& request, const ReportOptions& report,
                           const ReadingOptions& reading, const TextOverrides& strings,
                           const ProcessEnvironment& environment, CommandOutput& output,
                           const ManifestOptions& manifests) {
  CheckResult checked;
  checked.report = report;
  std::string message;
  Limits limits;
  if (!CheckReportOptions(report, message) || !ReadLimits(reading, limits, message)) {
    checked.refused = ReportUsageError(output, message);
    return checked;
  }
  driver::Session& session = NewSession(output, limits, LinkDestinations(reading), report, true);
  OverrideReader reader(*output.reader, strings, environment.directory);
  Result<policy::Policy> policy = PolicyOf(report, reader);
  if (!policy) {
    checked.refused = ReportUsageError(output, policy.failure().message);
    return checked;
  }
  StartDeadline(report, session.limits, environment, true, output);
  driver::InputFileReader files(reader);
  const driver::HelmResult result = driver::RunHelm(request, files, session);
  bool is_usable = result.is_chart_usable;
  if (manifests.table != nullptr && result.rendered != nullptr && result.rendered->is_valid()) {
    const driver::ManifestsResult found =
        driver::CheckRenderedManifests(*result.rendered, driver::HasUserValues(request), manifests.kubernetes,
                                       *manifests.table, files, session);
    is_usable = is_usable && found.could_read;
    checked.against = "with " + Count(found.resource_count, "rendered resource");
  }
  if (is_usable) {
    checked.policy = *std::move(policy);
  }
  checked.on_error = is_usable ? kFindings : kUnusable;
  checked.file_count = request.input.files.size() + 1;
  return checked;
}

int CheckChart(const driver::HelmRequest& request, const ReportOptions& report, const ReadingOptions& reading,
               const ProcessEnvironment& environment, CommandOutput& output,
               const ManifestOptions& manifests) {
  const CheckOnce check = [&](const TextOverrides& strings, CommandOutput& target) {
    return CheckChartOnce(request, report, reading, strings, environment, target, manifests);
  };
  return RunCheckWithFixes({}, check, environment, output);
}

bool IsChart(const std::string& path) {
  source::DiskFileReader reader;
  return path.ends_with(".tgz") || reader.KindOf(path + "/Chart.yaml") == source::PathKind::kFile;
}

}  // namespace kval::cli
