#pragma once

#include "src/helm/chart.h"
#include "src/helm/context.h"

// The values that templates see, exactly as Helm computes them.
namespace kval::helm {

enum class Mode : uint8_t {
  kTemplate,  // helm template, install, upgrade
  kLint,      // helm lint, which lays values over defaults twice and so undoes nulls
};

struct Computed {
  Table* values = nullptr;       // of the chart, with those of its subcharts in them; null when refused
  Table* root_values = nullptr;  // kLint: what the root's schema is asked about first, without subcharts
};

// Processes the dependencies of the chart, which changes it, and lays `values` over all defaults. Conflicts
// between kinds are reported as warnings. `values` may change.
Computed Compute(Chart& chart, Table& values, Mode mode, ChartStore& store, Context& context);

}  // namespace kval::helm
