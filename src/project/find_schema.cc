#include "src/project/find_schema.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "src/project/affected.h"
#include "src/project/load.h"
#include "src/project/plan.h"
#include "src/project/project_files.h"

namespace kval::project {
namespace {

constexpr std::string_view kOfChart = "/values.schema.json";

bool Validates(const Check& check, const std::string& path) {
  return check.file == path ||
         std::any_of(check.values.begin(), check.values.end(),
                     [&path](const std::string& values) { return IsWithin(path, values); }) ||
         (!check.chart.empty() && IsWithin(path, check.chart));
}

}  // namespace

std::optional<driver::PlannedCheck> FindCheckFor(const std::string& path, const ProjectLocation& location,
                                                 const driver::DriverOptions& base,
                                                 const FlagReader& read_flags, source::FileReader& reader,
                                                 driver::Session& session) {
  const std::optional<Loaded> loaded = Load(location, reader, session);
  if (!loaded) {
    return std::nullopt;
  }
  ProjectFiles tree(reader, location, ReadGlobs(loaded->declaration.exclude, session.emit));
  const std::vector<Check> checks = Plan(loaded->declaration, tree, session.emit, session.limits.files);
  const auto found = std::find_if(checks.begin(), checks.end(),
                                  [&path](const Check& check) { return Validates(check, path); });
  if (found == checks.end()) {
    return std::nullopt;
  }
  Check check = *found;
  if (!check.group->is_kubernetes) {
    check.values.clear();
  }
  CheckPlanner planner(location, base, read_flags, session.emit);
  std::optional<driver::PlannedCheck> planned = planner.Plan(check);
  const std::string of_chart = location.FromHere(check.chart + std::string(kOfChart));
  if (planned && !check.chart.empty() && reader.KindOf(of_chart) == source::PathKind::kFile) {
    planned->options.inputs.push_back({of_chart, {}, driver::InputRole::kSchema});
  }
  return planned;
}

}  // namespace kval::project
