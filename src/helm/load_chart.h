#pragma once

#include <string>
#include <vector>

#include "src/helm/chart.h"
#include "src/helm/context.h"

namespace kval::helm {

// Loads a chart from a directory or archive with its `charts/`: Chart.yaml, values.yaml and the names of
// schemas and templates. Applies `.helmignore`. Reads only files in the directory and writes nothing to disk.
// Returns null after reporting that Helm rejects the chart; a chart with only an invalid values.yaml is
// returned (Chart::is_whole) with what could be read. Source: helm pkg/chart/loader.
Chart* LoadChart(const std::string& path, ChartStore& store, Context& context);

// A file of a chart as text. Null when it cannot be read, which was reported.
const source::SourceFile* TextOf(const ChartFile& file, Context& context);

// Whether `helm template` takes the chart at all: no library, and every dependency is in `charts/`.
struct Installable {
  bool is_installable = true;
  std::vector<const Dependency*> absent;  // declared, and not in `charts/`
};

// Reports errors. `takes_library`: library charts are permitted.
Installable AskInstallable(const Chart& chart, bool takes_library, Context& context);

}  // namespace kval::helm
