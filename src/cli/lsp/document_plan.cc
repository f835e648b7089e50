#include "src/cli/lsp/document_plan.h"

#include <utility>

#include "src/cli/lsp/workspace_definitions.h"
#include "src/cli/project_flags.h"

namespace kval::cli {

namespace {

// Calls `use` with the path of the document in its project, the project's location, the options of its checks
// and the reader of their flags, if a project contains it.
template <typename Use>
void WithProject(OpenDocument& text, const driver::DriverOptions& given, const Use& use) {
  driver::DriverOptions options = given;
  options.unchecked = driver::UncheckedPolicy::kError;
  const Result<std::optional<project::ProjectLocation>> location = text.EnterProject();
  const std::optional<std::string> inside =
      location && *location ? (*location)->Inside(text.name()) : std::nullopt;
  if (!inside) {
    return;
  }
  const project::FlagReader read_flags = [&](const std::vector<std::string>& words,
                                             driver::DriverOptions& target, std::string& message) {
    return ReadProjectFlags(words, **location, text.environment(), target, message);
  };
  use(*inside, **location, options, read_flags);
}

}  // namespace

std::optional<DocumentPlan> PlanInProject(OpenDocument& text, const driver::DriverOptions& given,
                                          driver::InputFileReader& reader, driver::Session& session) {
  std::optional<DocumentPlan> found;
  WithProject(text, given,
              [&](const std::string& path, const project::ProjectLocation& location,
                  const driver::DriverOptions& options, const project::FlagReader& read_flags) {
                std::optional<driver::PlannedCheck> check =
                    project::FindCheckFor(path, location, options, read_flags, reader, session);
                if (check) {
                  found.emplace().plan.checks.push_back(*std::move(check));
                }
              });
  return found;
}

std::vector<project::LayeredCheck> SetsOf(OpenDocument& text, const driver::DriverOptions& given,
                                          driver::InputFileReader& reader, driver::Session& session) {
  std::vector<project::LayeredCheck> sets;
  WithProject(text, given,
              [&](const std::string& path, const project::ProjectLocation& location,
                  const driver::DriverOptions& options, const project::FlagReader& read_flags) {
                sets = project::FindSetsOf(path, location, options, read_flags, reader, session);
              });
  return sets;
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
  found.plan.checks.push_back(PlanChartOf(*found.chart, std::move(options)));
  return found;
}

driver::PlannedCheck PlanChartOf(const ChartValues& values, driver::DriverOptions options) {
  driver::PlannedCheck check;
  check.method = driver::CheckMethod::kChart;
  check.chart = values.chart;
  check.options = std::move(options);
  check.why = "it belongs to the chart";
  check.options.inputs.clear();
  if (!values.schema.empty()) {
    check.options.inputs.push_back({values.schema, {}, driver::InputRole::kSchema});
  }
  return check;
}

}  // namespace kval::cli
