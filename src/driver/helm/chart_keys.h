#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "src/source/file_reader.h"
#include "src/support/limits.h"

namespace kval::driver {

// Keys of a chart's values in addition to its defaults.
struct ChartKeys {
  std::vector<std::string> subcharts;  // aliases or names of dependencies and charts in `charts/`
  std::vector<std::string> switches;   // keys that conditions of dependencies read, and `tags`
  std::map<uint32_t, std::vector<std::string>> commented;  // in values.yaml, by their line
  // About the map or value at a dotted path; see helm::ChartReferences.
  std::function<bool(const std::string& path)> is_open;
  std::function<bool(const std::string& path)> is_rendered;
  std::function<std::vector<std::string>(const std::string& path)> names_below;
};

// Returns the keys of the chart with that values.yaml; nullopt if there is no chart, or Helm cannot load it.
std::optional<ChartKeys> ChartKeysOf(const std::string& values_path, source::FileReader& reader,
                                     const Limits& limits);

}  // namespace kval::driver
