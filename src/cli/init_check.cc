#include "src/cli/init_check.h"

#include <optional>
#include <set>

#include "src/cli/input_options.h"
#include "src/cli/project_flags.h"
#include "src/project/coverage.h"
#include "src/project/load.h"
#include "src/project/plan.h"
#include "src/project/run.h"

namespace kval::cli {
namespace {

GroupCheckResult TrialOf(const project::RunResult& result, const driver::Session& session,
                         const std::string& directory) {
  GroupCheckResult trial;
  trial.is_usable = result.failed_at != driver::Stage::kInputs && result.failed_at != driver::Stage::kSchema;
  std::set<std::string> kinds;
  for (const diag::Diagnostic& finding : session.findings.Sorted()) {
    if (finding.kind == diag::Kind::kUnknownResource) {
      kinds.insert(finding.subject);
    }
    if (!trial.is_usable && trial.reason.empty() && finding.severity == diag::Severity::kError) {
      trial.reason = LocationPrefix(finding, session, directory) + finding.message;
    }
  }
  kinds.erase("");
  trial.unknown_kinds.assign(kinds.begin(), kinds.end());
  return trial;
}

}  // namespace

std::string LocationPrefix(const diag::Diagnostic& finding, const driver::Session& session,
                           const std::string& directory) {
  const source::Span at = finding.labels.empty() ? source::Span() : finding.labels.front().span;
  if (!at.has_value() || !session.sources.Contains(at)) {
    return {};
  }
  const source::SourceFile& file = session.sources.FileOf(at);
  return directory + file.name() + ":" + std::to_string(file.LineOf(at.begin)) + ": ";
}

std::vector<GroupCheckResult> CheckProposedProject(const std::string& project_file,
                                                   const std::string& directory, const TextOverrides& strings,
                                                   source::FileReader& reader,
                                                   const ProcessEnvironment& environment,
                                                   const Limits& limits) {
  OverrideReader replaced(reader, strings, environment.directory);
  driver::Session session(limits);
  const project::ProjectLocation location{project_file, "", environment.directory};
  const std::optional<project::Loaded> loaded = project::Load(location, replaced, session);
  project::RunOptions options;
  std::string message;
  if (!loaded || !ToDriverOptions({}, environment, options.base, message)) {
    return {};
  }
  options.base.limits = limits;
  options.read_flags = [&](const std::vector<std::string>& words, driver::DriverOptions& target,
                           std::string& refusal) {
    return ReadProjectFlags(words, location, environment, target, refusal);
  };
  project::ProjectFiles tree(replaced, location, {});
  const std::vector<project::Check> checks =
      project::Plan(loaded->declaration, tree, session.emit, limits.files);
  std::vector<GroupCheckResult> trials;
  for (const project::CheckDeclaration& group : loaded->declaration.groups) {
    std::vector<project::Check> own_checks;
    for (const project::Check& check : checks) {
      if (check.group == &group) {
        own_checks.push_back(check);
      }
    }
    driver::Session own(limits);
    trials.push_back(TrialOf(project::Run(own_checks, location, options, replaced, own), own, directory));
  }
  return trials;
}

std::vector<std::string> FilesWithoutCheck(const std::string& project_file, const TextOverrides& strings,
                                           source::FileReader& reader, const ProcessEnvironment& environment,
                                           const Limits& limits) {
  OverrideReader replaced(reader, strings, environment.directory);
  driver::Session session(limits);
  const project::ProjectLocation location{project_file, "", environment.directory};
  const std::optional<project::Loaded> loaded = project::Load(location, replaced, session);
  if (!loaded) {
    return {};
  }
  project::ProjectFiles tree(replaced, location, {});
  return project::UncoveredFiles(project::Plan(loaded->declaration, tree, session.emit, limits.files), tree);
}

}  // namespace kval::cli
