#pragma once

#include <string>
#include <vector>

#include "src/helm/chart.h"
#include "src/helm/context.h"

namespace kval::helm {

// Loads a chart from a directory or archive with its `charts/`: Chart.yaml, values.yaml and the names of
// schemas and templates. Applies `.helmignore`. Reads only files in the directory and writes nothing to disk.
// Errors: reports a chart that Helm rejects and returns null; but a chart whose only error is in values.yaml
// is returned with the readable parts (Chart::is_whole). Source: helm pkg/chart/loader.
Chart* LoadChart(const std::string& path, ChartStore& store, HelmContext& context);

// Returns the content of a file of a chart. Errors: reports an unreadable file and returns null.
const source::SourceFile* TextOf(const ChartFile& file, HelmContext& context);

// Whether `helm template` takes the chart at all: no library, for this Kubernetes, and every dependency is in
// `charts/`.
struct Installable {
  bool is_installable = true;
  std::vector<const ChartDependency*> absent;  // declared, and not in `charts/`
};

// Reports errors. `takes_library`: library charts are permitted. `kube_version`: the version of Kubernetes;
// empty: any one, so that only a `kubeVersion` that fits none is an error.
Installable CheckInstallable(const Chart& chart, bool takes_library, std::string_view kube_version,
                             HelmContext& context);

}  // namespace kval::helm
