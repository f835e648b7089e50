#include <algorithm>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "src/cli/command_app.h"
#include "src/cli/commands.h"
#include "src/cli/helm_options.h"
#include "src/cli/helm_version_option.h"
#include "src/cli/reading_options.h"
#include "src/cli/report_options.h"
#include "src/cli/usage.h"
#include "src/driver/output_files.h"
#include "src/driver/session.h"
#include "src/helm/render/capabilities.h"
#include "src/helm/render/output.h"
#include "src/report/text.h"

namespace kval::cli {
namespace {

namespace render = helm::render;

// Puts the documents of one file together. Helm writes files of `crds/` without the name of the release.
std::vector<driver::OutputFile> FilesOf(const std::vector<render::OutputEntry>& entries,
                                        const std::string& release_name) {
  std::vector<driver::OutputFile> files;
  for (const render::OutputEntry& entry : entries) {
    const bool has_release = !release_name.empty() && !entry.is_crd;
    const std::string path = has_release ? release_name + "/" + entry.name : entry.name;
    const auto known = std::find_if(files.begin(), files.end(),
                                    [&](const driver::OutputFile& file) { return file.path == path; });
    if (known == files.end()) {
      files.push_back({path, entry.text, true});
    } else {
      known->text += entry.text;
    }
  }
  return files;
}

// Helm prints a line for each document.
bool WriteEntries(const std::vector<render::OutputEntry>& entries, const std::string& directory,
                  const std::string& release_name, CommandOutput& output) {
  driver::DiskFileWriter writer(output.reader->paths());
  DisarmDeadline(output);
  const Result<std::vector<std::string>> written = driver::WriteOutputFiles(
      directory, FilesOf(entries, release_name), driver::ExistingFiles::kKeep, writer);
  if (!written) {
    ReportUsageError(output, written.failure().message);
    return false;
  }
  for (const render::OutputEntry& entry : entries) {
    const bool has_release = !release_name.empty() && !entry.is_crd;
    output.out += "wrote " +
                  report::Escape(directory + "/" + (has_release ? release_name + "/" : "") + entry.name) +
                  "\n";
  }
  output.out += "\n";
  return true;
}

struct TemplateState {
  HelmOptions helm;
  ReportOptions report;
  ReadingOptions reading;
  std::vector<std::string> words;  // [NAME] CHART
  std::vector<std::string> show_only;
  std::vector<std::string> api_versions;
  std::string output_dir;
  std::string name_space = "default";
  std::string kube_version;
  std::string version = "3";
  bool with_crds = false;
  bool is_upgrade = false;
  bool skip_tests = false;
  bool no_hooks = false;
  bool uses_release_name = false;
  bool skip_validation = false;
  bool debug = false;
  bool validate = false;
};

bool ReadOptions(const TemplateState& state, driver::HelmRequest& request, std::string& message) {
  render::Release release;
  if (state.words.empty() || state.words.size() > 2) {
    message = state.words.empty() ? "pass the directory of a chart or a .tgz" : "expected [NAME] CHART";
    return false;
  }
  release.name = state.words.size() == 2 ? state.words[0] : release.name;
  if (!render::IsReleaseName(release.name)) {
    message = "invalid release name `" + release.name +
              "`: it consists of at most 53 lower-case letters, digits, `-` and `.`";
    return false;
  }
  if (state.validate) {
    message = "--validate needs a cluster, and kval does not connect to one";
    return false;
  }
  release.name_space = state.name_space;
  release.is_upgrade = state.is_upgrade;
  for (const std::string& text : state.api_versions) {
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, ',');) {
      release.api_versions.push_back(part);
    }
  }
  release.kube_version =
      state.kube_version.empty() ? std::string(render::kDefaultKubeVersion) : state.kube_version;
  const auto kube_version = render::ReadKubeVersion(release.kube_version, request.version);
  if (!kube_version) {
    message = "invalid kube version `" + state.kube_version + "`";
    return false;
  }
  request.kube_version = kube_version->normalized;
  request.release = std::move(release);
  return true;
}

int RunTemplate(TemplateState& state, const ProcessEnvironment& environment, CommandOutput& output) {
  std::string message;
  Limits limits;
  if (!CheckReportOptions(state.report, message) ||
      !ReadHelmVersion(state.version, state.helm.version, message) ||
      !ReadsStandardInputOnce(state.helm, message) || !ReadLimits(state.reading, limits, message)) {
    return ReportUsageError(output, message);
  }
  state.helm.chart = state.words.empty() ? std::string() : state.words.back();
  driver::HelmRequest request = ToHelmRequest(state.helm);
  if (!ReadOptions(state, request, message)) {
    return ReportUsageError(output, message, "for example `kval helm template web ./chart -f values.yaml`");
  }
  request.as_helm = true;
  request.skip_validation = state.skip_validation;
  driver::Session& session = NewSession(output, limits, LinkDestinations(state.reading), state.report, false);
  StartDeadline(state.report, session.limits, environment, false, output);
  const driver::HelmResult result = driver::RunHelm(request, *output.reader, session);
  WriteFindings(state.report, request.input.files.size() + 1, environment,
                {&output.err, environment.stderr_is_terminal}, output);
  const int status = ExitCodeOf(state.report, output, result.is_chart_usable ? kFindings : kUnusable);
  if (result.rendered == nullptr || !result.rendered->is_rendered()) {
    return status;
  }
  if (!result.rendered->is_valid()) {
    output.out += state.debug ? report::EscapePrinted(render::DebugText(*result.rendered)) : std::string();
    return status;
  }
  const render::OutputOptions options{state.with_crds, !state.no_hooks, !state.skip_tests, state.show_only};
  if (!state.output_dir.empty()) {
    return WriteEntries(render::OutputEntries(*result.rendered, options), state.output_dir,
                        state.uses_release_name ? request.release->name : std::string(), output)
               ? status
               : kUnusable;
  }
  std::string missing;
  const auto text = render::OutputText(*result.rendered, options, request.version, missing);
  if (!text) {
    return ReportUsageError(output, "the chart has no template `" + missing + "`");
  }
  output.out += *text;
  return status;
}

}  // namespace

RunCommand DeclareHelmTemplate(CommandApp& app) {
  auto state = std::make_shared<TemplateState>();
  const auto add = [&](const char* names, std::vector<std::string>& target, const char* help) {
    app.add_option(names, target, help)->allow_extra_args(false);
  };
  app.add_option("CHART", state->words,
                 "[NAME] CHART: name of the release, and the chart's directory or .tgz");
  AddHelmValues(app, state->helm);
  add("-s,--show-only", state->show_only,
      "FILE: print only manifests of this template (`templates/service.yaml`)");
  app.add_option("--output-dir", state->output_dir, "DIR: write the manifests to files in DIR");
  app.add_flag("--release-name", state->uses_release_name,
               "write to a directory of the release's name in --output-dir");
  app.add_option("-n,--namespace", state->name_space, "NAMESPACE: `.Release.Namespace`")
      ->capture_default_str();
  AddHelmVersion(app, state->version, "");
  app.add_option("--kube-version", state->kube_version,
                 "VERSION: `.Capabilities.KubeVersion` (default: v1.37.0)");
  add("-a,--api-versions", state->api_versions, "VERSION[,VERSION]: further `.Capabilities.APIVersions`");
  app.add_flag("--include-crds", state->with_crds, "print the files in `crds/` too");
  app.add_flag("--is-upgrade", state->is_upgrade, "set `.Release.IsUpgrade` instead of `.Release.IsInstall`");
  app.add_flag("--skip-tests", state->skip_tests, "do not print test hooks");
  app.add_flag("--no-hooks", state->no_hooks, "do not print hooks");
  app.add_flag("--skip-schema-validation", state->skip_validation, "do not validate the values");
  app.add_flag("--debug", state->debug, "print the rendered text even if it is not valid YAML");
  app.add_flag("--validate", state->validate, "not supported: kval does not connect to a cluster");
  AddReadingOptions(app, state->reading);
  AddReportOptions(app, state->report, false);
  app.footer(
      "Results of functions that are random or depend on a clock (randAlphaNum, now, genCA) are "
      "placeholders,\n"
      "the same in each run; `lookup` finds nothing.");
  return [state](const ProcessEnvironment& environment, CommandOutput& output) {
    return RunTemplate(*state, environment, output);
  };
}

}  // namespace kval::cli
