#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "src/cli/command_app.h"
#include "src/cli/commands.h"
#include "src/cli/helm_options.h"
#include "src/cli/helm_version_option.h"
#include "src/cli/manifest_options.h"
#include "src/cli/reading_options.h"
#include "src/cli/report_options.h"
#include "src/cli/usage.h"
#include "src/helm/version_range.h"

namespace kval::cli {
namespace {

struct HelmState {
  HelmOptions helm;
  ReportOptions report;
  ReadingOptions reading;
  std::vector<std::string> words;  // [lint] CHART
  std::vector<std::string> schema_locations;
  bool lint = false;
  bool skip_validation = false;
  bool infer = false;
  bool no_infer = false;
  std::string version = "3";
  std::string kube_version;
  ManifestFlags manifests;
};

// `lint` before the chart is Helm's name of the command.
bool ReadWords(HelmState& state, std::string& message, std::string& hint) {
  hint = "for example `kval helm ./chart -f values.yaml`";
  std::vector<std::string>& words = state.words;
  if (words.size() > 1 && words[0] == "lint") {
    state.lint = true;
    words.erase(words.begin());
  }
  if (words.size() != 1) {
    message = words.empty()
                  ? "pass the directory of a chart or a .tgz"
                  : "helm checks one chart at a time, found " + std::to_string(words.size()) + " paths";
    const auto values = std::find_if(words.begin(), words.end(), [](const std::string& word) {
      return word.ends_with(".yaml") || word.ends_with(".yml") || word.ends_with(".json");
    });
    hint = values == words.end() ? hint : "pass values with `-f " + *values + "`";
    return false;
  }
  state.helm.chart = words[0];
  return true;
}

bool ReadLocations(const HelmState& state, driver::HelmRequest& request, std::string& message) {
  for (const std::string& location : state.schema_locations) {
    const size_t equals = location.rfind('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == location.size()) {
      message = "--schema-location is PREFIX=DIR, not `" + location + "`";
      return false;
    }
    request.schema_locations[location.substr(0, equals)] = location.substr(equals + 1);
  }
  return true;
}

int RunHelmCheck(HelmState& state, const ProcessEnvironment& environment, CommandOutput& output) {
  std::string message, hint;
  if (!CheckReportOptions(state.report, message) || !ReadWords(state, message, hint)) {
    return ReportUsageError(output, message, hint);
  }
  if (state.infer && state.no_infer) {
    return ReportUsageError(output, "--infer and --no-infer exclude each other");
  }
  if (!ReadHelmVersion(state.version, state.helm.version, message) ||
      !ReadsStandardInputOnce(state.helm, message)) {
    return ReportUsageError(output, message);
  }
  driver::HelmRequest request = ToHelmRequest(state.helm);
  if (!ReadLocations(state, request, message)) {
    return ReportUsageError(output, message);
  }
  if (!state.kube_version.empty() && !helm::IsVersion(state.kube_version)) {
    return ReportUsageError(output,
                            "invalid kube version `" + state.kube_version + "`: invalid semantic version");
  }
  request.kube_version = state.kube_version;
  request.mode = state.lint ? helm::HelmOperation::kLint : helm::HelmOperation::kTemplate;
  request.skip_validation = state.skip_validation;
  request.infer = state.infer;
  request.infer_without_schema = !state.no_infer;
  ManifestOptions manifests;
  if (!TakeManifestFlags(state.manifests, request, manifests, message)) {
    return ReportUsageError(output, message);
  }
  return CheckChart(request, state.report, state.reading, environment, output, manifests);
}

}  // namespace

RunCommand DeclareHelm(CommandApp& app) {
  auto state = std::make_shared<HelmState>();
  const auto add = [&](const char* names, std::vector<std::string>& target, const char* help) {
    app.add_option(names, target, help)->allow_extra_args(false);
  };
  app.add_option(
      "CHART", state->words,
      "directory of the chart (`./template` if it is called template), or a packaged chart (.tgz)");
  AddHelmValues(app, state->helm);
  AddHelmVersion(app, state->version, "");
  app.add_option("--kube-version", state->kube_version,
                 "VERSION: Kubernetes that the chart's `kubeVersion` must allow (default: any), and "
                 "`.Capabilities.KubeVersion`");
  AddManifestFlags(app, state->manifests);
  app.add_flag("--lint", state->lint,
               "validate like `helm lint` instead of `helm template` and `helm install`");
  app.add_flag("--skip-schema-validation", state->skip_validation,
               "merge the values without validating them");
  app.add_flag(
      "--infer", state->infer,
      "compare the values with the chart's values.yaml and templates too, and warn of keys that neither "
      "mentions (default for a chart without a schema)");
  app.add_flag("--no-infer", state->no_infer, "check a chart without a schema only for what Helm refuses");
  add("--schema-location", state->schema_locations,
      "PREFIX=DIR: load URIs that start with PREFIX from DIR; nothing is downloaded");
  AddReadingOptions(app, state->reading);
  AddReportOptions(app, state->report, true);
  CommandApp& render =
      *app.add_subcommand("template", "prints the manifests of a chart, like `helm template`");
  CommandApp& coverage = *app.add_subcommand(
      "coverage", "prints which branches and lines of a chart's templates values files execute");
  return [state, &render, run_render = DeclareHelmTemplate(render), &coverage,
          run_coverage = DeclareHelmCoverage(coverage)](const ProcessEnvironment& environment,
                                                        CommandOutput& output) {
    return render.parsed()     ? run_render(environment, output)
           : coverage.parsed() ? run_coverage(environment, output)
                               : RunHelmCheck(*state, environment, output);
  };
}

}  // namespace kval::cli
