#include "src/cli/definition_command.h"

#include <optional>
#include <string>
#include <vector>

#include "src/cli/command_app.h"
#include "src/cli/definition_cost_command.h"
#include "src/cli/reading_options.h"
#include "src/cli/report_options.h"
#include "src/cli/run_with_fixes.h"
#include "src/cli/usage.h"
#include "src/driver/kubernetes/definition_diff.h"

namespace kval::cli {

struct DefinitionCommand::State {
  std::vector<std::string> paths;  // the old and the new one
  ReadingOptions reading;
  ReportOptions report;
  CommandApp* app = nullptr;
  CommandApp* diff = nullptr;
  std::optional<DefinitionCostCommand> cost;

  CheckResult Compare(const ProcessEnvironment& environment, CommandOutput& output) const {
    const auto refused = [&output](const std::string& message) {
      CheckResult checked;
      checked.refused = ReportUsageError(output, message);
      return checked;
    };
    Limits limits;
    std::string message;
    if (!ReadLimits(reading, limits, message)) {
      return refused(message);
    }
    driver::Session& session = NewSession(output, limits, LinkDestinations(reading), report, true);
    Result<policy::Policy> policy = PolicyOf(report, *output.reader);
    if (!policy) {
      return refused(policy.failure().message);
    }
    StartDeadline(report, limits, environment, true, output);
    const driver::DefinitionDiffResult result =
        driver::CompareDefinitionFiles(paths.front(), paths.back(), *output.reader, session);
    return {std::nullopt,
            *std::move(policy),
            result.is_usable ? kFindings : kUnusable,
            result.file_count,
            report,
            "with " + Count(result.definition_count, "definition")};
  }
};

DefinitionCommand::DefinitionCommand(CommandApp& k8s) : state_(std::make_unique<State>()) {
  state_->app = k8s.add_subcommand("crd", "commands for authors of CustomResourceDefinitions");
  CommandApp& diff = *state_->app->add_subcommand(
      "diff", "report breaking and compatible changes between two versions of CustomResourceDefinitions");
  state_->diff = &diff;
  diff.add_option("PATHS", state_->paths, "OLD NEW: two files or directories with CustomResourceDefinitions");
  AddReadingOptions(diff, state_->reading);
  AddReportOptions(diff, state_->report, true);
  state_->cost.emplace(*state_->app);
}

DefinitionCommand::~DefinitionCommand() = default;

bool DefinitionCommand::is_requested() const {
  return state_->app->parsed();
}

int DefinitionCommand::Run(const ProcessEnvironment& environment, CommandOutput& output) const {
  if (state_->cost->is_requested()) {
    return state_->cost->Run(environment, output);
  }
  if (!state_->diff->parsed()) {
    return ReportUsageError(output, "k8s crd requires a subcommand: diff or cost",
                            "to validate manifests in a directory named `crd`, write `kval k8s ./crd`");
  }
  std::string message;
  if (!CheckReportOptions(state_->report, message)) {
    return ReportUsageError(output, message);
  }
  constexpr size_t kBoth = 2;
  if (state_->paths.size() != kBoth) {
    return ReportUsageError(output, "pass the old and the new CustomResourceDefinitions",
                            "for example `kval k8s crd diff old/ config/crd/bases/`");
  }
  const CheckOnce compare = [&](const TextOverrides&, CommandOutput& target) {
    return state_->Compare(environment, target);
  };
  return RunCheckWithFixes({}, compare, environment, output);
}

}  // namespace kval::cli
