#pragma once

#include <optional>
#include <string>
#include <vector>

#include "src/source/file_reader.h"

namespace kval::cli {

// Files of a chart and its values, recognized by location and name.
struct ChartValues {
  std::string chart;                // its directory
  std::vector<std::string> files;   // that override the chart's own values
  std::string schema;               // values.schema.json; empty if there is none
  bool has_partial_values = false;  // the chart's own, next to files that add values
};

// Returns the nearest directory with a Chart.yaml around a file, with its slash.
std::optional<std::string> DirectoryOfChart(const std::string& path, source::FileReader& reader);

// Returns the directory, with its slash, of the chart that a release of a file's chart installs: the nearest
// chart around the file, or the chart that has it in `charts/`.
std::optional<std::string> DirectoryOfOuterChart(const std::string& path, source::FileReader& reader);

// Returns the outer chart of a template with the chart's own values. Nullopt for other files.
std::optional<ChartValues> ChartOfTemplate(const std::string& path, source::FileReader& reader);

// Returns the chart of a file: Chart.yaml, values next to it or below it (`values-prod.yaml`, ci/*values.yaml
// as in chart-testing), or a file of a directory `values` below it. Nullopt for other files.
std::optional<ChartValues> ChartValuesAt(const std::string& path, source::FileReader& reader);

}  // namespace kval::cli
