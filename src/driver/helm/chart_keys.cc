#include "src/driver/helm/chart_keys.h"

#include <algorithm>
#include <memory>

#include "src/driver/session.h"
#include "src/helm/chart_references.h"
#include "src/helm/commented_keys.h"
#include "src/helm/load_chart.h"
#include "src/support/path_text.h"

namespace kval::driver {
namespace {

void AddOnce(const std::string& name, std::vector<std::string>& names) {
  if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end()) {
    names.push_back(name);
  }
}

// A chart that was loaded, with everything that its parts refer to.
struct LoadedChart {
  explicit LoadedChart(source::FileReader& files, const Limits& limits)
      : own(limits), context{files, own.sources, own.arena, forest, own.emit, own.limits} {}

  Session own;  // mistakes in the chart are reported elsewhere
  helm::TableArena forest{&own.arena};
  helm::HelmContext context;
  helm::ChartStore store;
  helm::ChartReferences mentions{&context};
  const helm::Chart* chart = nullptr;
};

// The first step of each path of a list as conditions are written: `a.enabled,b.c`.
void AddSwitches(const std::string& conditions, std::vector<std::string>& switches) {
  for (size_t at = 0; at < conditions.size();) {
    const size_t end = std::min(conditions.find(',', at), conditions.size());
    std::string path = conditions.substr(at, end - at);
    path.erase(0, path.find_first_not_of(' '));
    AddOnce(path.substr(0, path.find('.')), switches);
    at = end + 1;
  }
}

}  // namespace

std::optional<ChartKeys> ChartKeysOf(const std::string& values_path, source::FileReader& reader,
                                     const Limits& limits) {
  const std::string directory(GetDirectory(values_path));
  if (GetFileName(values_path) != "values.yaml" ||
      reader.KindOf(directory + "/Chart.yaml") != source::PathKind::kFile) {
    return std::nullopt;
  }
  const auto loaded = std::make_shared<LoadedChart>(reader, limits);
  const helm::Chart* chart = loaded->chart = helm::LoadChart(directory, loaded->store, loaded->context);
  if (chart == nullptr) {
    return std::nullopt;
  }
  loaded->mentions.Add(*chart);
  ChartKeys keys;
  for (const helm::ChartDependency* dependency : chart->metadata.dependencies) {
    AddOnce(dependency->alias.empty() ? dependency->name : dependency->alias, keys.subcharts);
    AddSwitches(dependency->condition, keys.switches);
    AddOnce(dependency->tags.empty() ? "" : "tags", keys.switches);
  }
  for (const helm::Chart* subchart : chart->charts) {
    const bool is_declared =
        std::any_of(chart->metadata.dependencies.begin(), chart->metadata.dependencies.end(),
                    [&](const helm::ChartDependency* each) { return each->name == subchart->name(); });
    AddOnce(is_declared ? "" : subchart->name(), keys.subcharts);
  }
  if (chart->values_file != nullptr) {
    keys.commented = helm::CommentedKeys(chart->values_file->text());
  }
  keys.is_open = [loaded](const std::string& at) { return loaded->mentions.IsOpen(*loaded->chart, at); };
  keys.is_rendered = [loaded](const std::string& at) {
    return loaded->mentions.IsRendered(*loaded->chart, at);
  };
  keys.names_below = [loaded](const std::string& at) {
    std::vector<std::string_view> names;
    loaded->mentions.AddNames(*loaded->chart, at, names);
    return std::vector<std::string>(names.begin(), names.end());
  };
  return keys;
}

}  // namespace kval::driver
