#pragma once

#include <optional>
#include <string>
#include <vector>

#include "src/source/file_reader.h"
#include "src/support/limits.h"

namespace kval::driver {

// What stands in the values of a chart for other charts.
struct ChartKeys {
  std::vector<std::string> subcharts;  // the aliases or names of its dependencies and of what is in `charts/`
};

// Of the chart whose values.yaml that is; nothing where no chart lies beside it, or none that Helm loads.
std::optional<ChartKeys> ChartKeysOf(const std::string& values_path, source::FileReader& reader,
                                     const Limits& limits);

}  // namespace kval::driver
