#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "schemas/kubernetes/api_table.h"
#include "src/cli/command_app.h"
#include "src/cli/commands.h"
#include "src/cli/coverage_html.h"
#include "src/cli/coverage_report.h"
#include "src/cli/helm_options.h"
#include "src/cli/helm_version_option.h"
#include "src/cli/reading_options.h"
#include "src/cli/report_options.h"
#include "src/cli/usage.h"
#include "src/driver/findings/file_result.h"
#include "src/driver/helm/rendered_manifests.h"
#include "src/driver/session.h"
#include "src/helm/render/coverage.h"

namespace kval::cli {
namespace {

bool IsPercentage(uint32_t number, std::string& message) {
  if (number > 100) {
    message = "--fail-under is a percentage, at most 100, found " + std::to_string(number);
  }
  return number <= 100;
}

struct CoverageState {
  HelmOptions helm;
  ReportOptions report;
  ReadingOptions reading;
  std::string chart;
  std::string version = "3";
  std::string format = "text";
  uint32_t fail_under = 0;
  bool no_ci = false;
};

// The values of `-f` for each run.
std::vector<std::string> RunsOf(const CoverageState& state, const CommandOutput& output) {
  std::vector<std::string> runs = state.helm.files;
  const std::string directory = state.chart + "/ci";
  if (!state.no_ci && output.reader->KindOf(directory) == source::PathKind::kDirectory) {
    if (Result<std::vector<std::string>> names = output.reader->List(directory)) {
      std::sort(names->begin(), names->end());
      for (const std::string& name : *names) {
        if (name.ends_with("-values.yaml")) {
          runs.push_back(std::string("\"").append(directory).append("/").append(name).append("\""));
        }
      }
    }
  }
  if (runs.empty()) {
    runs.emplace_back();
  }
  return runs;
}

bool Render(const CoverageState& state, const std::string& files, helm::render::Coverage& coverage,
            CommandOutput& output) {
  HelmOptions options = state.helm;
  options.chart = state.chart;
  options.files = {files};
  driver::HelmRequest request = ToHelmRequest(options);
  request.as_helm = true;
  request.coverage = &coverage;
  driver::KubernetesOptions kubernetes;
  request.release = driver::ReleaseFor(kubernetes, schemas::kubernetes::ApiTable::Builtin());
  driver::Session& session = *output.session;
  driver::Session run(session.limits);
  const driver::HelmResult result = driver::RunHelm(request, *output.reader, run);
  driver::FileResult findings;
  findings.Take(run);
  driver::MergeInto(std::move(findings), session.sources.file_count(), session);
  return result.is_chart_usable;
}

int RunCoverage(CoverageState& state, const ProcessEnvironment& environment, CommandOutput& output) {
  std::string message;
  Limits limits;
  if (!CheckReportOptions(state.report, message) ||
      !ReadHelmVersion(state.version, state.helm.version, message) ||
      !ReadsStandardInputOnce(state.helm, message) ||
      !IsChoice("-o", state.format, {"text", "html", "lcov"}, message) ||
      !IsPercentage(state.fail_under, message) || !ReadLimits(state.reading, limits, message)) {
    return ReportUsageError(output, message, "for example `kval helm coverage ./chart`");
  }
  driver::Session& session = NewSession(output, limits, LinkDestinations(state.reading), state.report, false);
  StartDeadline(state.report, session.limits, environment, false, output);
  helm::render::Coverage coverage;
  const std::vector<std::string> runs = RunsOf(state, output);
  const bool is_usable = std::all_of(runs.begin(), runs.end(), [&](const std::string& files) {
    return Render(state, files, coverage, output);
  });
  WriteFindings(state.report, runs.size() + 1, environment, {&output.err, environment.stderr_is_terminal},
                output);
  const int status = ExitCodeOf(state.report, output, is_usable ? kFindings : kUnusable);
  if (!is_usable) {
    return status;
  }
  output.out += state.format == "html"   ? CoverageHtml(coverage)
                : state.format == "lcov" ? CoverageLcov(coverage)
                                         : CoverageText(coverage);
  const CoverageTotals totals = TotalsOf(coverage);
  const bool is_low = BranchPercentage(totals) < state.fail_under;
  if (is_low) {
    output.err += "kval: " + PercentageText(totals.covered_outcomes, totals.outcomes) +
                  " of the branches are executed, and --fail-under requires " +
                  std::to_string(state.fail_under) + " %\n";
  }
  return status == kOk && is_low ? kFindings : status;
}

}  // namespace

RunCommand DeclareHelmCoverage(CommandApp& app) {
  auto state = std::make_shared<CoverageState>();
  app.add_option("CHART", state->chart, "directory of the chart, or a packaged chart (.tgz)")->required();
  AddHelmValues(app, state->helm);
  AddHelmVersion(app, state->version, "");
  app.add_option("-o,--output", state->format, "FORMAT: text, html or lcov")->capture_default_str();
  app.add_option("--fail-under", state->fail_under,
                 "PERCENT: exit with 1 if fewer branches are executed (default: 0)");
  app.add_flag("--no-ci", state->no_ci, "leave out the files `ci/*-values.yaml` of the chart");
  AddReadingOptions(app, state->reading);
  AddReportOptions(app, state->report, false);
  app.footer(
      "Each file `ci/*-values.yaml` and each -f is a separate run; -f a.yaml,b.yaml merges files in one "
      "run.\n"
      "Without any file the defaults of the chart are the only run. --set is part of each run.");
  return [state](const ProcessEnvironment& environment, CommandOutput& output) {
    return RunCoverage(*state, environment, output);
  };
}

}  // namespace kval::cli
