#pragma once

#include <optional>
#include <string>
#include <vector>

#include "src/source/file_reader.h"

namespace kval::cli {

// What is a chart's or values for it, known by where it lies.
struct ChartValues {
  std::string chart;               // its folder
  std::vector<std::string> files;  // that are laid over the chart's own values
  std::string schema;              // values.schema.json, empty where there is none
};

// Those that a file is about: the chart's own (Chart.yaml, of which no schema speaks, and values.yaml beside
// it), or those that its tests give it (ci/*values.yaml, as chart-testing has them). Nothing for other files.
std::optional<ChartValues> ChartValuesAt(const std::string& path, source::FileReader& reader);

}  // namespace kval::cli
