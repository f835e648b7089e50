#include "src/helm/compute.h"

#include "src/helm/coalesce.h"
#include "src/helm/conflicts.h"
#include "src/helm/dependencies.h"

namespace kval::helm {
namespace {

// What lint asks the root's own schema about. It changes tables within `values`, on which the rest of lint
// then works. Source: helm pkg/lint/rules/values.go.
Table* RootValues(const Chart& chart, Table& values, Coalescing& coalescing, Context& context) {
  Table* root = context.forest.NewTable();
  coalescing.Tables(*root, values, "", Nulls::kDelete);
  coalescing.Tables(*root, *context.forest.Copy(*chart.values), "", Nulls::kDelete);
  return root;
}

}  // namespace

Computed Compute(Chart& chart, Table& values, Mode mode, ChartStore& store, Context& context) {
  Conflicts conflicts(&context.emit);
  Coalescing coalescing(&conflicts, &context);
  Computed computed;
  // On the way Helm lays defaults of subcharts over values of other charts; only the last time counts.
  conflicts.Mute(true);
  if (mode == Mode::kLint && chart.has_values) {
    computed.root_values = RootValues(chart, values, coalescing, context);
  }
  if (!Dependencies(&store, &coalescing, &context).Process(chart, values)) {
    return computed;
  }
  conflicts.Mute(false);
  computed.values = coalescing.Values(chart, values, Nulls::kDelete);
  if (mode == Mode::kLint && computed.values != nullptr) {
    computed.values = coalescing.Values(chart, *computed.values, Nulls::kDelete);
  }
  return computed;
}

}  // namespace kval::helm
