#pragma once

#include "src/helm/chart.h"
#include "src/helm/context.h"

namespace kval::helm {

// Reads Chart.yaml, or requirements.yaml of an old chart, into `metadata`, as Go decodes JSON into helm's
// chart.Metadata: field names in any case, scalars as strings where strings are expected. Returns false after
// reporting what Helm cannot load.
bool ReadMetadata(const source::SourceFile& file, Metadata& metadata, ChartStore& store,
                  HelmContext& context);

// Runs the checks of Helm before it uses a chart: names, versions, aliases. `at` is Chart.yaml.
bool CheckMetadata(const Metadata& metadata, source::Span at, HelmContext& context);

}  // namespace kval::helm
