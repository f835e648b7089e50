#pragma once

#include "src/diag/path.h"
#include "src/helm/chart.h"
#include "src/helm/conflicts.h"
#include "src/helm/context.h"

// Helm's merge of values and defaults. Source: helm pkg/chartutil/coalesce.go, function by function.
namespace kval::helm {

// kMerge: nulls stay, for they have to delete later.
enum class Nulls : uint8_t { kDelete, kMerge };

class Coalescing {
 public:
  Coalescing(Conflicts* conflicts, Context* context) : conflicts_(*conflicts), context_(*context) {}

  // A copy of `values` over the defaults of the chart and of all charts below it. Null when Helm refuses
  // them, which was reported.
  Table* Values(const Chart& chart, const Table& values, Nulls nulls);

  // Applies `above` on top of `below` in place and returns it. May change `below` too. `prefix`: the path,
  // for messages.
  void Tables(Table& above, Table& below, const diag::Path& prefix, Nulls nulls);

 private:
  bool Coalesce(const Chart& chart, Table& values, const diag::Path& prefix, Nulls nulls);
  bool Subcharts(const Chart& chart, Table& values, const diag::Path& prefix, Nulls nulls);
  void Defaults(const Chart& chart, Table& values, const diag::Path& prefix, Nulls nulls);
  // `is_of_subchart`: the key is the name of a chart below.
  void Default(bool is_of_subchart, Table& values, const Slot& slot, const diag::Path& prefix, Nulls nulls);
  void Globals(Table& below, const Table& above, const diag::Path& prefix);
  void Global(Table& target, const Slot& slot, const diag::Path& prefix);

  Conflicts& conflicts_;
  Context& context_;
};

}  // namespace kval::helm
