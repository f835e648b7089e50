#pragma once

#include <span>
#include <string>

#include "src/cli/lsp/chart_texts.h"
#include "src/cli/lsp/key_places.h"

namespace kval::cli {

// Adds the places of a key of a chart's values in all values files of the chart, and in values.schema.json
// where its `properties` declare it. `path`: the names from `Values` to the key, `[]` for any item of a list.
void AddChartValues(ChartTexts& chart, std::span<const std::string> path, KeyPlaces& found);

// Returns why a key of a chart's values cannot be renamed: something that is not among the places may use its
// name. Empty if it can.
std::string FindChartObstacle(ChartTexts& chart, std::span<const std::string> path, const KeyPlaces& found);
// The same for a certain new name.
std::string FindChartNameObstacle(ChartTexts& chart, std::span<const std::string> path,
                                  const KeyPlaces& found, const std::string& new_name);

}  // namespace kval::cli
