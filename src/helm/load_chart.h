#pragma once

#include <string>
#include <vector>

#include "src/helm/chart.h"
#include "src/helm/context.h"

namespace kval::helm {

// Loads a chart from a folder or a packed file with everything in its `charts/`: Chart.yaml, values.yaml and
// the names of schemas and templates. `.helmignore` is obeyed. Only what lies in the folder is read; nothing
// is unpacked to the disk. Null for what Helm refuses to load, which was reported; but a chart whose
// values.yaml alone it refuses is there (Chart::is_whole), with what could be read of it. Source: helm
// pkg/chart/loader.
Chart* LoadChart(const std::string& path, ChartStore& store, Context& context);

// A file of a chart as text. Null when it cannot be read, which was reported.
const source::SourceFile* TextOf(const ChartFile& file, Context& context);

// Whether `helm template` takes the chart at all: no library, and every dependency is in `charts/`.
struct Installable {
  bool is_installable = true;
  std::vector<const Dependency*> absent;  // declared, and not in `charts/`
};

// Reports what is wrong. `takes_library`: being one is nothing wrong.
Installable AskInstallable(const Chart& chart, bool takes_library, Context& context);

}  // namespace kval::helm
