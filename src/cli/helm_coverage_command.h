#pragma once

#include <string>
#include <vector>

#include "src/cli/command.h"
#include "src/cli/command_app.h"
#include "src/cli/helm_options.h"
#include "src/cli/reading_options.h"
#include "src/cli/report_options.h"
#include "src/helm/render/coverage.h"

namespace kval::cli {

// `kval helm coverage CHART`: which parts of the templates values files execute.
class HelmCoverageCommand {
 public:
  // Adds the command to `kval helm`. This must outlive the parsing of arguments.
  void Declare(CommandApp& parent);
  bool parsed() const { return app_ != nullptr && app_->parsed(); }
  int Run(const ProcessEnvironment& environment, CommandOutput& output);

 private:
  std::vector<std::string> RunsOf(const CommandOutput& output) const;
  bool Render(const std::string& files, helm::render::Coverage& coverage, CommandOutput& output);

  CommandApp* app_ = nullptr;
  HelmOptions helm_;
  ReportOptions report_;
  ReadingOptions reading_;
  std::string chart_;
  std::string version_ = "3";
  std::string format_ = "text";
  uint32_t fail_under_ = 0;
  bool no_ci_ = false;
};

}  // namespace kval::cli
