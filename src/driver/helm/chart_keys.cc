#include "src/driver/helm/chart_keys.h"

#include <algorithm>
#include <filesystem>

#include "src/driver/session.h"
#include "src/helm/load_chart.h"

namespace kval::driver {
namespace {

void AddOnce(const std::string& name, std::vector<std::string>& names) {
  if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end()) {
    names.push_back(name);
  }
}

}  // namespace

std::optional<ChartKeys> ChartKeysOf(const std::string& values_path, source::FileReader& reader,
                                     const Limits& limits) {
  const std::filesystem::path path(values_path);
  const std::string folder = path.has_parent_path() ? path.parent_path().string() : ".";
  if (path.filename() != "values.yaml" ||
      reader.KindOf((std::filesystem::path(folder) / "Chart.yaml").string()) != source::PathKind::kFile) {
    return std::nullopt;
  }
  // What is wrong with the chart is no matter of its values.
  Session own(limits);
  helm::Forest forest(&own.arena);
  helm::Context context{reader, own.sources, own.arena, forest, own.emit, own.limits};
  helm::ChartStore store;
  const helm::Chart* chart = helm::LoadChart(folder, store, context);
  if (chart == nullptr) {
    return std::nullopt;
  }
  ChartKeys keys;
  for (const helm::Dependency* dependency : chart->metadata.dependencies) {
    AddOnce(dependency->alias.empty() ? dependency->name : dependency->alias, keys.subcharts);
  }
  for (const helm::Chart* subchart : chart->charts) {
    const bool is_declared =
        std::any_of(chart->metadata.dependencies.begin(), chart->metadata.dependencies.end(),
                    [&](const helm::Dependency* each) { return each->name == subchart->name(); });
    AddOnce(is_declared ? "" : subchart->name(), keys.subcharts);
  }
  return keys;
}

}  // namespace kval::driver
