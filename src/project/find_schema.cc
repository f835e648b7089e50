#include "src/project/find_schema.h"

#include <algorithm>
#include <optional>

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

std::vector<std::string> FindSchemaFor(const std::string& path, const ProjectLocation& location,
                                       source::FileReader& reader, driver::Session& session) {
  const std::optional<Loaded> loaded = Load(location, reader, session);
  if (!loaded) {
    return {};
  }
  ProjectFiles tree(reader, location, ReadGlobs(loaded->declaration.exclude, session.emit));
  const std::vector<Check> checks = Plan(loaded->declaration, tree, session.emit, session.limits.files);
  std::vector<std::string> schema;
  for (const Check& check : checks) {
    if (check.group->is_kubernetes || !Validates(check, path)) {
      continue;
    }
    for (const std::string& file : check.schema) {
      schema.push_back(location.FromHere(file));
    }
    const std::string of_chart = location.FromHere(check.chart + std::string(kOfChart));
    if (!check.chart.empty() && reader.KindOf(of_chart) == source::PathKind::kFile) {
      schema.push_back(of_chart);
    }
    break;
  }
  return schema;
}

}  // namespace kval::project
