#include "src/helm/compute.h"

#include "src/diag/collector.h"
#include "src/helm/coalesce.h"
#include "src/helm/conflicts.h"
#include "src/helm/dependencies.h"
#include "src/helm/values_text.h"

namespace kval::helm {
namespace {

// The chart's own values as lint reads them: of the first document, in Helm 4 too.
const Table& FirstDefaults(const Chart& chart, Context& context) {
  if (context.version == Version::kHelm3 || chart.values_file == nullptr) {
    return *chart.values;
  }
  diag::Collector unheard;  // it was read before
  diag::Emitter silent(&unheard);
  Context first{context.reader, context.sources, context.arena, context.forest, silent, context.limits};
  first.texts = context.texts;
  const Table* values = ReadValues(*chart.values_file, Author::kChart, first).table;
  return values == nullptr ? *chart.values : *values;
}

// The values that lint validates by the root's own schema. Changes tables in `values` that the rest of lint
// then uses. Source: helm pkg/lint/rules/values.go.
Table* RootValues(const Chart& chart, Table& values, Coalescing& coalescing, Context& context) {
  Table* root = context.forest.NewTable();
  coalescing.Tables(*root, values, {}, Nulls::kDelete);
  coalescing.Tables(*root, *context.forest.Copy(FirstDefaults(chart, context)), {}, Nulls::kDelete);
  return root;
}

}  // namespace

Computed Compute(Chart& chart, Table& values, Mode mode, ChartStore& store, Context& context) {
  Conflicts conflicts(&context.emit);
  Coalescing coalescing(&conflicts, &context);
  Computed computed;
  // Helm merges subchart defaults repeatedly; only the last merge counts.
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
