#pragma once

#include <string>
#include <vector>

#include "src/cli/command.h"
#include "src/cli/command_app.h"
#include "src/cli/helm_options.h"
#include "src/cli/reading_options.h"
#include "src/cli/report_options.h"

namespace kval::cli {

// `kval helm template [NAME] CHART`: prints what `helm template` prints.
class HelmTemplateCommand {
 public:
  // Adds the command to `kval helm`. This must outlive the parsing of arguments.
  void Declare(CommandApp& parent);
  bool parsed() const { return app_ != nullptr && app_->parsed(); }
  int Run(const ProcessEnvironment& environment, CommandOutput& output);

 private:
  bool ReadOptions(driver::HelmRequest& request, std::string& message);

  CommandApp* app_ = nullptr;
  HelmOptions helm_;
  ReportOptions report_;
  ReadingOptions reading_;
  std::vector<std::string> words_;  // [NAME] CHART
  std::vector<std::string> show_only_;
  std::vector<std::string> api_versions_;
  std::string output_dir_;
  std::string namespace_ = "default";
  std::string kube_version_;
  std::string version_ = "3";
  bool with_crds_ = false;
  bool is_upgrade_ = false;
  bool skip_tests_ = false;
  bool no_hooks_ = false;
  bool uses_release_name_ = false;
  bool skip_validation_ = false;
  bool debug_ = false;
  bool validate_ = false;
};

}  // namespace kval::cli
