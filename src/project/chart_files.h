#pragma once

#include <string_view>

namespace kval::project {

// Returns whether a file is part of a chart for Helm, whatever the values: everything except YAML files
// outside of template directories and without a fixed name, which may be unchecked values. `path` is relative
// to the chart.
bool IsPartOfChart(std::string_view path);

}  // namespace kval::project
