#include "src/project/find_schema.h"

#include <algorithm>
#include <string_view>

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

std::vector<LayeredCheck> FindSetsOf(const std::string& path, const ProjectLocation& location,
                                     const driver::DriverOptions& base, const FlagReader& read_flags,
                                     source::FileReader& reader, driver::Session& session) {
  std::vector<LayeredCheck> sets;
  std::optional<Loaded> loaded = Load(location, reader, session);
  if (!loaded) {
    return sets;
  }
  std::vector<CheckDeclaration>& groups = loaded->declaration.groups;
  std::erase_if(groups, [](const CheckDeclaration& group) {
    return group.is_documents || group.is_kubernetes || !group.chart.text.empty();
  });
  if (groups.empty()) {
    return sets;  // without a look at the files of the project
  }
  ProjectFiles tree(reader, location, ReadGlobs(loaded->declaration.exclude, session.emit));
  CheckPlanner planner(location, base, read_flags, session.emit);
  for (const Check& check : Plan(loaded->declaration, tree, session.emit, session.limits.files)) {
    std::optional<driver::PlannedCheck> planned = Validates(check, path) ? planner.Plan(check) : std::nullopt;
    if (planned && planned->method == driver::CheckMethod::kOneSet) {
      LayeredCheck& set = sets.emplace_back();
      set.check = *std::move(planned);
      for (const std::string& schema : check.schema) {
        set.schemas.push_back(driver::IsSchemaName(schema) ? schema : location.FromHere(schema));
      }
    }
  }
  return sets;
}

}  // namespace kval::project
