#include "src/project/chart_files.h"

#include <algorithm>
#include <iterator>

namespace kval::project {

bool IsPartOfChart(std::string_view path) {
  constexpr std::string_view kDirectories[] = {"templates/", "charts/", "crds/"};
  constexpr std::string_view kFiles[] = {"Chart.yaml", "values.yaml", "requirements.yaml"};
  const bool is_yaml = path.ends_with(".yaml") || path.ends_with(".yml") || path.ends_with(".json");
  return !is_yaml || path.starts_with("values.schema.") ||
         std::any_of(std::begin(kDirectories), std::end(kDirectories),
                     [path](std::string_view directory) { return path.starts_with(directory); }) ||
         std::find(std::begin(kFiles), std::end(kFiles), path) != std::end(kFiles);
}

}  // namespace kval::project
