#include "src/cli/document_plan.h"

#include <utility>

#include "src/cli/project_flags.h"
#include "src/cli/workspace_definitions.h"
#include "src/project/find_schema.h"

namespace kval::cli {

std::optional<DocumentPlan> PlanInProject(OpenDocument& text, const driver::DriverOptions& given,
                                          driver::InputFileReader& reader, driver::Session& session) {
  driver::DriverOptions options = given;
  options.unchecked = driver::UncheckedPolicy::kError;
  const Result<std::optional<project::ProjectLocation>> location = text.EnterProject();
  const std::optional<std::string> inside =
      location && *location ? (*location)->Inside(text.name()) : std::nullopt;
  if (!inside) {
    return std::nullopt;
  }
  const project::FlagReader read_flags = [&](const std::vector<std::string>& words,
                                             driver::DriverOptions& target, std::string& message) {
    return ReadProjectFlags(words, **location, text.environment(), target, message);
  };
  std::optional<driver::PlannedCheck> check =
      project::FindCheckFor(*inside, **location, options, read_flags, reader, session);
  if (!check) {
    return std::nullopt;
  }
  DocumentPlan found;
  found.plan.checks.push_back(*std::move(check));
  return found;
}

DocumentPlan PlanAlone(const OpenDocument& text, const driver::DriverOptions& given,
                       driver::InputFileReader& reader, driver::Session& session) {
  driver::DriverOptions options = given;
  options.unchecked = driver::UncheckedPolicy::kNote;
  options.directory = text.environment().directory;
  DocumentPlan found;
  found.chart = ChartValuesAt(text.name(), reader);
  if (!found.chart) {
    found.plan = driver::PlanPaths(options, {text.name()}, reader, session);
    for (driver::PlannedCheck& check : found.plan.checks) {
      const Result<std::string> content = check.method == driver::CheckMethod::kManifests
                                              ? reader.Read(text.name())
                                              : Result<std::string>(std::string());
      check.manifests.crds = content ? WorkspaceDefinitions(*content, reader) : std::vector<std::string>();
    }
    return found;
  }
  driver::PlannedCheck check;
  check.method = driver::CheckMethod::kChart;
  check.chart = found.chart->chart;
  check.options = std::move(options);
  check.why = "it belongs to the chart";
  if (!found.chart->schema.empty()) {
    check.options.inputs.push_back({found.chart->schema, {}, driver::InputRole::kSchema});
  }
  found.plan.checks.push_back(std::move(check));
  return found;
}

}  // namespace kval::cli
