#include "src/cli/command_line_check.h"

#include <utility>

#include "src/cli/plan_text.h"
#include "src/cli/progress.h"
#include "src/cli/snapshot_reader.h"
#include "src/cli/usage.h"
#include "src/driver/check_each.h"
#include "src/driver/plan_listing.h"

namespace kval::cli {
namespace {

ExitStatus StageStatus(driver::Stage stage) {
  switch (stage) {
    case driver::Stage::kInputs:
    case driver::Stage::kSchema:
      return kUnusable;
    case driver::Stage::kValues:
    case driver::Stage::kDone:
      return kFindings;
  }
  return kFindings;
}

// Applies the policy to the findings. If the schema or an input is unusable nothing was checked, and nothing
// is filtered.
CheckResult CheckedBy(const CommandLineCheck& check, policy::Policy policy, driver::Stage failed_at,
                      size_t file_count) {
  CheckResult checked;
  if (failed_at == driver::Stage::kValues || failed_at == driver::Stage::kDone) {
    checked.policy = std::move(policy);
  }
  checked.on_error = StageStatus(failed_at);
  checked.file_count = file_count;
  checked.report = check.report;
  return checked;
}

// Converts the check to driver options; sets `message` if it is invalid.
bool ToCheck(const CommandLineCheck& check, const ProcessEnvironment& environment,
             driver::DriverOptions& options, std::string& message) {
  InputOptions inputs = check.inputs;
  inputs.files.insert(inputs.files.end(), check.paths.begin(), check.paths.end());
  if (!CheckReportOptions(check.report, message) || !ToDriverOptions(inputs, environment, options, message)) {
    return false;
  }
  if (!check.yaml_only) {
    // Unlike `-f`, paths are no layers of one set.
    const auto first = options.inputs.begin() + static_cast<std::ptrdiff_t>(check.inputs.files.size());
    options.inputs.erase(first, first + static_cast<std::ptrdiff_t>(check.paths.size()));
  }
  options.unchecked =
      check.allow_unchecked ? driver::UncheckedPolicy::kNote : driver::UncheckedPolicy::kError;
  options.yaml_only = check.yaml_only;
  return true;
}

// Whether anything is named; refused otherwise.
bool HasInputs(const CommandLineCheck& check, const driver::DriverOptions& options, CommandOutput& output) {
  if (check.each && check.paths.empty()) {
    ReportUsageError(output, "nothing to check: pass the files to validate",
                     "for example `kval check --each -f schema.yml values/*.yml`");
    return false;
  }
  const bool has_none = check.paths.empty() && options.inputs.empty() && options.flags.empty();
  if (!check.each && has_none && !check.considers_projects) {
    ReportUsageError(output, "nothing to check: pass a schema and values with -f",
                     "for example `kval -f schema.yml -f values.yml`");
    return false;
  }
  if (!check.each && has_none) {
    ReportUsageError(
        output,
        "nothing to check: no file is given, and neither this directory nor a parent in the repository has a "
        "project file (.kval.yaml)",
        "`kval init` writes a project file, `kval -f schema.yml -f values.yml` checks files, `kval "
        "--help` lists all commands");
    return false;
  }
  return true;
}

driver::CheckPlan PlanOf(const CommandLineCheck& check, const driver::DriverOptions& options,
                         driver::InputFileReader& reader, driver::Session& session) {
  if (check.lists_chart) {
    return driver::PlanChart(options, check.paths.front());
  }
  if (check.each) {
    return driver::PlanEach(options, check.paths, reader, session);
  }
  return check.paths.empty() || check.yaml_only ? driver::PlanSet(options)
                                                : driver::PlanPaths(options, check.paths, reader, session);
}

}  // namespace

CheckResult RunCommandLineCheck(const CommandLineCheck& check, const TextOverrides& strings,
                                const ProcessEnvironment& environment, CommandOutput& output) {
  driver::DriverOptions options;
  std::string message;
  if (!ToCheck(check, environment, options, message)) {
    return Refused(ReportUsageError(output, message));
  }
  if (!HasInputs(check, options, output)) {
    return Refused(kUnusable);
  }
  driver::Session& session =
      NewSession(output, options.limits, options.link_destinations, check.report, true);
  // Directories, and several files as other programs pass them, may hold schemas alone.
  options.notes_missing_values =
      check.paths.empty() ||
      (check.paths.size() == 1 && output.reader->KindOf(check.paths[0]) == source::PathKind::kFile);
  SnapshotReader watching(*output.reader, check.looked);
  OverrideReader reader(watching, strings, environment.directory, check.looked);
  Result<policy::Policy> policy = PolicyOf(check.report, reader);
  if (!policy) {
    return Refused(ReportUsageError(output, policy.failure().message));
  }
  StartDeadline(check.report, output.session->limits, environment, true, output);
  Progress progress(ProgressWriter(check.report.quiet, environment));
  driver::InputFileReader files(reader);
  driver::CheckPlan plan = PlanOf(check, options, files, session);
  if (plan.has_several_sets && check.check_separately) {
    if (std::optional<CheckResult> checked = check.check_separately()) {
      return *std::move(checked);
    }
    CommandLineCheck together = check;
    together.check_separately = {};
    return RunCommandLineCheck(together, strings, environment, output);  // in a new session
  }
  for (driver::PlannedCheck& planned : plan.checks) {
    if (planned.method == driver::CheckMethod::kManifests) {
      planned.manifests.crds = check.definitions;
    }
  }
  if (check.only_lists) {
    output.out += WritePlan(driver::ListChecks(plan, files, session), {}, WantsJson(check.report));
    return session.emit.error_count() == 0 ? Refused(kOk)
                                           : CheckedBy(check, *std::move(policy), driver::Stage::kInputs, 1);
  }
  const driver::CheckEachResult result =
      driver::RunPlan(plan, {{}, check.jobs, progress.ProgressCallback()}, files, session);
  CheckResult checked = CheckedBy(check, *std::move(policy), result.failed_at, result.file_count);
  checked.against =
      result.compilations == 0 ? "as YAML only" : "against " + Count(result.compilations, "schema");
  if (!result.could_read) {
    checked.on_error = kUnusable;
  }
  return checked;
}

}  // namespace kval::cli
