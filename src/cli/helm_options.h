#pragma once

#include <string>
#include <vector>

#include "src/cli/command.h"
#include "src/cli/command_app.h"
#include "src/cli/manifest_options.h"
#include "src/cli/reading_options.h"
#include "src/cli/report_options.h"
#include "src/cli/run_with_fixes.h"
#include "src/driver/helm/chart.h"

namespace kval::cli {

// The values of Helm's command line, and the chart.
struct HelmOptions {
  std::string chart;
  std::vector<std::string> files;
  std::vector<std::string> set, set_string, set_json, set_file, set_literal;
  helm::Version version = helm::Version::kHelm3;
};

// Adds `-f` and the options of the kind of `--set`.
void AddHelmValues(CommandApp& app, HelmOptions& options);

// Returns whether at most one option reads standard input; otherwise sets the message.
bool ReadsStandardInputOnce(const HelmOptions& options, std::string& message);

// Converts the options. `-f a.yaml,b.yaml` names two files, as in Helm.
driver::HelmRequest ToHelmRequest(const HelmOptions& options);

// Validates the values of a chart and its manifests in a new session, which is stored in `output`. `strings`
// overrides files on disk.
CheckResult CheckChartOnce(const driver::HelmRequest& request, const ReportOptions& report,
                           const ReadingOptions& reading, const TextOverrides& strings,
                           const ProcessEnvironment& environment, CommandOutput& output,
                           const ManifestOptions& manifests);

// Validates the values of a chart and its manifests, writes the findings and returns the exit code.
int CheckChart(const driver::HelmRequest& request, const ReportOptions& report, const ReadingOptions& reading,
               const ProcessEnvironment& environment, CommandOutput& output,
               const ManifestOptions& manifests);

// Whether a path is a chart: a directory with a Chart.yaml, or a packed chart.
bool IsChart(const std::string& path);

}  // namespace kval::cli
