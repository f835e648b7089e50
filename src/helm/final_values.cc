#include "src/helm/final_values.h"

#include "src/diag/collector.h"
#include "src/helm/coalesce.h"
#include "src/helm/conflicts.h"
#include "src/helm/dependencies.h"
#include "src/helm/values_text.h"

namespace kval::helm {
namespace {

// The chart's own values as lint reads them: of the first document, in Helm 4 too.
const Table& FirstDefaults(const Chart& chart, HelmContext& context) {
  if (context.version == Version::kHelm3 || chart.values_file == nullptr) {
    return *chart.values;
  }
  diag::Collector unheard;  // it was read before
  diag::Emitter silent(&unheard);
  HelmContext first{context.reader, context.sources, context.arena, context.forest, silent, context.limits};
  first.strings = context.strings;
  const Table* values = ReadValues(*chart.values_file, Author::kChart, first).table;
  return values == nullptr ? *chart.values : *values;
}

// The values that lint validates by the root's own schema. Changes tables in `values` that the rest of lint
// then uses. Source: helm pkg/lint/rules/values.go.
Table* RootValues(const Chart& chart, Table& values, Coalescer& coalescing, HelmContext& context) {
  Table* root = context.forest.NewTable();
  coalescing.Tables(*root, values, {}, NullHandling::kDelete);
  coalescing.Tables(*root, *context.forest.Copy(FirstDefaults(chart, context)), {}, NullHandling::kDelete);
  return root;
}

}  // namespace

FinalValues Compute(Chart& chart, Table& values, HelmOperation mode, ChartStore& store,
                    HelmContext& context) {
  Conflicts conflicts(&context.emit);
  Coalescer coalescing(&conflicts, &context);
  FinalValues computed;
  // Helm merges subchart defaults repeatedly; only the last merge counts.
  conflicts.Mute(true);
  if (mode == HelmOperation::kLint && chart.has_values) {
    computed.root_values = RootValues(chart, values, coalescing, context);
  }
  if (!Dependencies(&store, &coalescing, &context).Process(chart, values)) {
    return computed;
  }
  conflicts.Mute(false);
  computed.values = coalescing.Values(chart, values, NullHandling::kDelete);
  if (mode == HelmOperation::kLint && computed.values != nullptr) {
    computed.values = coalescing.Values(chart, *computed.values, NullHandling::kDelete);
  }
  return computed;
}

}  // namespace kval::helm
