#pragma once

#include <vector>

#include "src/driver/releases/release.h"
#include "src/driver/releases/release_context.h"
#include "src/value/value.h"

namespace kval::driver {

// Whether a kustomization renders charts.
bool HasHelmCharts(const value::Value& kustomization);

// Adds the releases of `helmCharts`, with charts in `helmGlobals.chartHome`. Source: kustomize
// plugin/builtin/helmchartinflationgenerator.
void ReadHelmCharts(const value::Value& kustomization, ReleaseContext& context,
                    std::vector<ChartRelease>& out);

}  // namespace kval::driver
