#pragma once

#include <string>
#include <vector>

#include "src/cli/command.h"
#include "src/cli/fix_run.h"
#include "src/cli/reading_options.h"
#include "src/cli/report_options.h"
#include "src/driver/helm/chart.h"

namespace kval::cli {

// The values of Helm's command line, and the chart.
struct HelmOptions {
  std::string chart;
  std::vector<std::string> files;
  std::vector<std::string> set, set_string, set_json, set_file, set_literal;
  helm::Version version = helm::Version::kHelm3;
};

// Converts the options. `-f a.yaml,b.yaml` names two files, as in Helm.
driver::HelmRequest ToHelmRequest(const HelmOptions& options);

// Validates the values of a chart in a new session, which is stored in `output`. `texts` overrides files on
// disk.
Checked CheckChartOnce(const driver::HelmRequest& request, const ReportOptions& report,
                       const ReadingOptions& reading, const Texts& texts, const Environment& environment,
                       Output& output);

// The same; writes the findings and gives the exit code.
int CheckChart(const driver::HelmRequest& request, const ReportOptions& report, const ReadingOptions& reading,
               const Environment& environment, Output& output);

// Whether a path is a chart: a directory with a Chart.yaml, or a packed chart.
bool IsChart(const std::string& path);

}  // namespace kval::cli
