#include "src/cli/chart_location.h"

#include <algorithm>
#include <string_view>

#include "src/driver/inputs/tool_files.h"
#include "src/support/path_text.h"

namespace kval::cli {
namespace {

constexpr std::string_view kChart = "Chart.yaml", kOwn = "values.yaml", kSubcharts = "charts/";

bool IsFile(const std::string& path, source::FileReader& reader) {
  return reader.KindOf(path) == source::PathKind::kFile;
}

// Whether a file below a chart has values that override the chart's own: by its name, or its directory's.
bool HasValues(std::string_view inside) {
  if (inside.starts_with("templates/") || inside.starts_with("crds/") || inside.starts_with("files/")) {
    return false;
  }
  const bool is_yaml = inside.ends_with(".yaml") || inside.ends_with(".yml");
  const std::string_view directory = GetDirectoryPrefix(inside);
  return driver::IsValuesName(inside) || (directory == "ci/" && inside.ends_with(kOwn)) ||
         (is_yaml && (directory == "values/" || directory.ends_with("/values/")));
}

// Whether a chart's directory has files with values for its releases.
bool HasFurtherValues(const std::string& chart, source::FileReader& reader) {
  const Result<std::vector<std::string>> names = reader.List(chart);
  return names && std::any_of(names->begin(), names->end(), [](const std::string& name) {
           const bool is_schema = name.starts_with("values.schema.") || name.starts_with("values-schema.");
           return name != kOwn && !is_schema && HasValues(name);
         });
}

}  // namespace

std::optional<std::string> DirectoryOfChart(const std::string& path, source::FileReader& reader) {
  for (std::string directory(GetDirectoryPrefix(path));;) {
    if (IsFile(directory + std::string(kChart), reader)) {
      return directory;
    }
    if (directory.empty() || directory == "/") {
      return std::nullopt;
    }
    directory = GetDirectoryPrefix(std::string_view(directory).substr(0, directory.size() - 1));
  }
}

std::optional<std::string> DirectoryOfOuterChart(const std::string& path, source::FileReader& reader) {
  std::optional<std::string> directory = DirectoryOfChart(path, reader);
  while (directory && !directory->empty()) {
    const std::string around(GetDirectoryPrefix(directory->substr(0, directory->size() - 1)));
    const std::optional<std::string> parent =
        around.ends_with(kSubcharts) ? DirectoryOfChart(around.substr(0, around.size() - 1), reader)
                                     : std::nullopt;
    if (!parent || *parent + std::string(kSubcharts) != around) {
      break;
    }
    directory = parent;
  }
  return directory;
}

std::optional<ChartValues> ChartOfTemplate(const std::string& path, source::FileReader& reader) {
  const std::optional<std::string> nearest = DirectoryOfChart(path, reader);
  if (!nearest || !std::string_view(path).substr(nearest->size()).starts_with("templates/")) {
    return std::nullopt;
  }
  return ChartValuesAt(*DirectoryOfOuterChart(path, reader) + std::string(kOwn), reader);
}

std::optional<ChartValues> ChartValuesAt(const std::string& path, source::FileReader& reader) {
  const std::optional<std::string> directory = DirectoryOfChart(path, reader);
  if (!directory) {
    return std::nullopt;
  }
  const std::string_view inside = std::string_view(path).substr(directory->size());
  ChartValues values;
  if (inside != kChart && inside != kOwn) {
    if (!HasValues(inside)) {
      return std::nullopt;
    }
    values.files.push_back(path);
  }
  values.chart = directory->empty() ? "." : directory->substr(0, directory->size() - 1);
  values.has_partial_values = inside == kOwn && HasFurtherValues(values.chart, reader);
  const std::string schema = *directory + "values.schema.json";
  values.schema = inside != kChart && IsFile(schema, reader) ? schema : std::string();
  return values;
}

}  // namespace kval::cli
