#pragma once

#include <optional>
#include <string>
#include <vector>

#include "src/source/file_reader.h"

namespace kval::cli {

// Values of a chart of Helm, known by where they lie.
struct ChartValues {
  std::string chart;               // its folder
  std::vector<std::string> files;  // that are laid over the chart's own values
  std::string schema;              // values.schema.json, empty where there is none
};

// Those that a file is: the chart's own (values.yaml beside a Chart.yaml), or those that its tests give it
// (ci/*values.yaml, as chart-testing has them). Nothing for other files.
std::optional<ChartValues> ChartValuesAt(const std::string& path, source::FileReader& reader);

}  // namespace kval::cli
