#include "src/cli/helm_coverage_command.h"

#include <algorithm>
#include <utility>

#include "schemas/kubernetes/api_table.h"
#include "src/cli/coverage_html.h"
#include "src/cli/coverage_report.h"
#include "src/cli/helm_version_option.h"
#include "src/cli/usage.h"
#include "src/driver/findings/file_result.h"
#include "src/driver/helm/rendered_manifests.h"

namespace kval::cli {

namespace {

bool IsPercentage(uint32_t number, std::string& message) {
  if (number > 100) {
    message = "--fail-under is a percentage, at most 100, found " + std::to_string(number);
  }
  return number <= 100;
}

}  // namespace

void HelmCoverageCommand::Declare(CommandApp& parent) {
  CommandApp& app = *parent.add_subcommand(
      "coverage", "prints which branches and lines of a chart's templates values files execute");
  app_ = &app;
  app.add_option("CHART", chart_, "directory of the chart, or a packaged chart (.tgz)")->required();
  AddHelmValues(app, helm_);
  AddHelmVersion(app, version_, "");
  app.add_option("-o,--output", format_, "FORMAT: text, html or lcov")->capture_default_str();
  app.add_option("--fail-under", fail_under_,
                 "PERCENT: exit with 1 if fewer branches are executed (default: 0)");
  app.add_flag("--no-ci", no_ci_, "leave out the files `ci/*-values.yaml` of the chart");
  AddReadingOptions(app, reading_);
  AddReportOptions(app, report_, false);
  app.footer(
      "Each file `ci/*-values.yaml` and each -f is a separate run; -f a.yaml,b.yaml merges files in one "
      "run.\n"
      "Without any file the defaults of the chart are the only run. --set is part of each run.");
}

// The values of `-f` for each run.
std::vector<std::string> HelmCoverageCommand::RunsOf(const CommandOutput& output) const {
  std::vector<std::string> runs = helm_.files;
  const std::string directory = chart_ + "/ci";
  if (!no_ci_ && output.reader->KindOf(directory) == source::PathKind::kDirectory) {
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

bool HelmCoverageCommand::Render(const std::string& files, helm::render::Coverage& coverage,
                                 CommandOutput& output) {
  HelmOptions options = helm_;
  options.chart = chart_;
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

int HelmCoverageCommand::Run(const ProcessEnvironment& environment, CommandOutput& output) {
  std::string message;
  Limits limits;
  if (!CheckReportOptions(report_, message) || !ReadHelmVersion(version_, helm_.version, message) ||
      !IsChoice("-o", format_, {"text", "html", "lcov"}, message) || !IsPercentage(fail_under_, message) ||
      !ReadLimits(reading_, limits, message)) {
    return ReportUsageError(output, message, "for example `kval helm coverage ./chart`");
  }
  driver::Session& session = NewSession(output, limits, LinkDestinations(reading_), report_, false);
  StartDeadline(report_, session.limits, environment, false, output);
  helm::render::Coverage coverage;
  const std::vector<std::string> runs = RunsOf(output);
  const bool is_usable = std::all_of(
      runs.begin(), runs.end(), [&](const std::string& files) { return Render(files, coverage, output); });
  WriteFindings(report_, runs.size() + 1, environment, {&output.err, environment.stderr_is_terminal}, output);
  const int status = ExitCodeOf(report_, output, is_usable ? kFindings : kUnusable);
  if (!is_usable) {
    return status;
  }
  output.out += format_ == "html"   ? CoverageHtml(coverage)
                : format_ == "lcov" ? CoverageLcov(coverage)
                                    : CoverageText(coverage);
  const CoverageTotals totals = TotalsOf(coverage);
  const bool is_low = BranchPercentage(totals) < fail_under_;
  if (is_low) {
    output.err += "kval: " + PercentageText(totals.covered_outcomes, totals.outcomes) +
                  " of the branches are executed, and --fail-under requires " + std::to_string(fail_under_) +
                  " %\n";
  }
  return status == kOk && is_low ? kFindings : status;
}

}  // namespace kval::cli
