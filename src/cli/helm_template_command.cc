#include "src/cli/helm_template_command.h"

#include <algorithm>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>

#include "src/cli/helm_version_option.h"
#include "src/cli/usage.h"
#include "src/driver/output_files.h"
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

}  // namespace

void HelmTemplateCommand::Declare(CommandApp& parent) {
  CommandApp& app =
      *parent.add_subcommand("template", "prints the manifests of a chart, like `helm template`");
  app_ = &app;
  const auto add = [&](const char* names, std::vector<std::string>& target, const char* help) {
    app.add_option(names, target, help)->allow_extra_args(false);
  };
  app.add_option("CHART", words_, "[NAME] CHART: name of the release, and the chart's directory or .tgz");
  AddHelmValues(app, helm_);
  add("-s,--show-only", show_only_, "FILE: print only manifests of this template (`templates/service.yaml`)");
  app.add_option("--output-dir", output_dir_, "DIR: write the manifests to files in DIR");
  app.add_flag("--release-name", uses_release_name_,
               "write to a directory of the release's name in --output-dir");
  app.add_option("-n,--namespace", namespace_, "NAMESPACE: `.Release.Namespace`")->capture_default_str();
  AddHelmVersion(app, version_, "");
  app.add_option("--kube-version", kube_version_, "VERSION: `.Capabilities.KubeVersion` (default: v1.37.0)");
  add("-a,--api-versions", api_versions_, "VERSION[,VERSION]: further `.Capabilities.APIVersions`");
  app.add_flag("--include-crds", with_crds_, "print the files in `crds/` too");
  app.add_flag("--is-upgrade", is_upgrade_, "set `.Release.IsUpgrade` instead of `.Release.IsInstall`");
  app.add_flag("--skip-tests", skip_tests_, "do not print test hooks");
  app.add_flag("--no-hooks", no_hooks_, "do not print hooks");
  app.add_flag("--skip-schema-validation", skip_validation_, "do not validate the values");
  app.add_flag("--debug", debug_, "print the rendered text even if it is not valid YAML");
  app.add_flag("--validate", validate_, "not supported: kval does not connect to a cluster");
  AddReadingOptions(app, reading_);
  AddReportOptions(app, report_, false);
  app.footer(
      "Results of functions that are random or depend on a clock (randAlphaNum, now, genCA) are "
      "placeholders,\n"
      "the same in each run; `lookup` finds nothing.");
}

bool HelmTemplateCommand::ReadOptions(driver::HelmRequest& request, std::string& message) {
  render::Release release;
  if (words_.empty() || words_.size() > 2) {
    message = words_.empty() ? "pass the directory of a chart or a .tgz" : "expected [NAME] CHART";
    return false;
  }
  release.name = words_.size() == 2 ? words_[0] : release.name;
  if (!render::IsReleaseName(release.name)) {
    message = "invalid release name `" + release.name +
              "`: it consists of at most 53 lower-case letters, digits, `-` and `.`";
    return false;
  }
  if (validate_) {
    message = "--validate needs a cluster, and kval does not connect to one";
    return false;
  }
  release.name_space = namespace_;
  release.is_upgrade = is_upgrade_;
  for (const std::string& text : api_versions_) {
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, ',');) {
      release.api_versions.push_back(part);
    }
  }
  release.kube_version = kube_version_.empty() ? std::string(render::kDefaultKubeVersion) : kube_version_;
  const auto kube_version = render::ReadKubeVersion(release.kube_version, request.version);
  if (!kube_version) {
    message = "invalid kube version `" + kube_version_ + "`";
    return false;
  }
  request.kube_version = kube_version->normalized;
  request.release = std::move(release);
  return true;
}

int HelmTemplateCommand::Run(const ProcessEnvironment& environment, CommandOutput& output) {
  std::string message;
  Limits limits;
  if (!CheckReportOptions(report_, message) || !ReadHelmVersion(version_, helm_.version, message) ||
      !ReadLimits(reading_, limits, message)) {
    return ReportUsageError(output, message);
  }
  helm_.chart = words_.empty() ? std::string() : words_.back();
  driver::HelmRequest request = ToHelmRequest(helm_);
  if (!ReadOptions(request, message)) {
    return ReportUsageError(output, message, "for example `kval helm template web ./chart -f values.yaml`");
  }
  request.as_helm = true;
  request.skip_validation = skip_validation_;
  driver::Session& session = NewSession(output, limits, LinkDestinations(reading_), report_, false);
  StartDeadline(report_, session.limits, environment, false, output);
  const driver::HelmResult result = driver::RunHelm(request, *output.reader, session);
  WriteFindings(report_, request.input.files.size() + 1, environment,
                {&output.err, environment.stderr_is_terminal}, output);
  const int status = ExitCodeOf(report_, output, result.is_chart_usable ? kFindings : kUnusable);
  if (result.rendered == nullptr || !result.rendered->is_rendered()) {
    return status;
  }
  if (!result.rendered->is_valid()) {
    output.out += debug_ ? report::EscapePrinted(render::DebugText(*result.rendered)) : std::string();
    return status;
  }
  const render::OutputOptions options{with_crds_, !no_hooks_, !skip_tests_, show_only_};
  if (!output_dir_.empty()) {
    return WriteEntries(render::OutputEntries(*result.rendered, options), output_dir_,
                        uses_release_name_ ? request.release->name : std::string(), output)
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

}  // namespace kval::cli
