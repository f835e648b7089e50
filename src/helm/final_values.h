#pragma once

#include "src/helm/chart.h"
#include "src/helm/context.h"

// The values that templates see, exactly as Helm computes them.
namespace kval::helm {

enum class HelmOperation : uint8_t {
  kTemplate,  // helm template, install, upgrade
  kLint,      // helm lint, which applies values to defaults twice and so restores nulls
};

struct FinalValues {
  Table* values = nullptr;       // of the chart, with those of its subcharts in them; null when refused
  Table* root_values = nullptr;  // kLint: the values validated first by the root's schema, without subcharts
};

// Processes the chart's dependencies, which changes it, and applies `values` to all defaults. Reports type
// conflicts as warnings. May change `values`.
FinalValues Compute(Chart& chart, Table& values, HelmOperation mode, ChartStore& store, HelmContext& context);

}  // namespace kval::helm
