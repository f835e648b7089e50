#pragma once

#include "src/helm/chart.h"
#include "src/helm/context.h"

namespace kval::helm {

// Reads Chart.yaml, or requirements.yaml of an old chart, into `metadata`, as Go decodes JSON into helm's
// chart.Metadata: field names in any case, scalars as strings where strings are expected. Returns false after
// reporting what Helm cannot load.
bool ReadMetadata(const source::SourceFile& file, Metadata& metadata, ChartStore& store, Context& context);

// What Helm checks before it uses a chart: names, versions, aliases. `at` is Chart.yaml.
bool CheckMetadata(const Metadata& metadata, source::Span at, Context& context);

}  // namespace kval::helm
