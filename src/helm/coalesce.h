#pragma once

#include "src/diag/path.h"
#include "src/helm/chart.h"
#include "src/helm/conflicts.h"
#include "src/helm/context.h"

// Helm's merge of values and defaults. Source: helm pkg/chartutil/coalesce.go, function by function.
namespace kval::helm {

// kMerge: nulls are kept, because they delete values in a later merge.
enum class NullHandling : uint8_t { kDelete, kMerge };

class Coalescer {
 public:
  Coalescer(Conflicts* conflicts, HelmContext* context) : conflicts_(*conflicts), context_(*context) {}

  // Returns a copy of `values` merged over the defaults of the chart and of all its subcharts. Errors:
  // reports if Helm rejects them and returns null.
  Table* Values(const Chart& chart, const Table& values, NullHandling nulls);

  // Applies `above` on top of `below` in place and returns it. May change `below` too. `prefix`: the path,
  // for messages.
  void Tables(Table& above, Table& below, const diag::Path& prefix, NullHandling nulls);

 private:
  bool Coalesce(const Chart& chart, Table& values, const diag::Path& prefix, NullHandling nulls);
  bool CoalesceSubcharts(const Chart& chart, Table& values, const diag::Path& prefix, NullHandling nulls);
  void Defaults(const Chart& chart, Table& values, const diag::Path& prefix, NullHandling nulls);
  // `is_of_subchart`: the key is the name of a chart below.
  void Default(bool is_of_subchart, Table& values, const TableEntry& slot, const diag::Path& prefix,
               NullHandling nulls);
  void Globals(Table& below, const Table& above, const diag::Path& prefix);
  void Global(Table& target, const TableEntry& slot, const diag::Path& prefix);

  Conflicts& conflicts_;
  HelmContext& context_;
};

}  // namespace kval::helm
