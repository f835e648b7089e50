#pragma once

#include <optional>
#include <string>
#include <vector>

#include "src/source/file_reader.h"

namespace kval::cli {

// Files of a chart and its values, recognized by location.
struct ChartValues {
  std::string chart;               // its directory
  std::vector<std::string> files;  // that override the chart's own values
  std::string schema;              // values.schema.json; empty if there is none
};

// Returns the chart of a file: Chart.yaml, values.yaml next to it, or test values (ci/*values.yaml, as in
// chart-testing). Nullopt for other files.
std::optional<ChartValues> ChartValuesAt(const std::string& path, source::FileReader& reader);

}  // namespace kval::cli
