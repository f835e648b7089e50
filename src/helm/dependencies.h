#pragma once

#include <string>

#include "src/helm/chart.h"
#include "src/helm/coalesce.h"
#include "src/helm/context.h"

// The subcharts, and the values that they export to parents. Source: helm pkg/chartutil/dependencies.go,
// function by function.
namespace kval::helm {

class Dependencies {
 public:
  Dependencies(ChartStore* store, Coalescer* coalescing, HelmContext* context)
      : store_(*store), coalescing_(*coalescing), context_(*context) {}

  // Creates copies of charts for aliases, removes charts that tags or conditions disable, and merges imported
  // values below the defaults, in the whole tree of the chart. Returns false if Helm rejects the values.
  bool Process(Chart& chart, const Table& values);

 private:
  bool Enable(Chart& chart, const Table& values, const std::string& path);
  std::vector<Chart*> Listed(Chart& chart);
  void CopySharedParts(Chart& copy);
  void ApplyTags(const Chart& chart, const Table& values);
  void ApplyConditions(const Chart& chart, const Table& values, const std::string& path);
  void ApplyCondition(ChartDependency& dependency, const Table& values, const std::string& path);
  void TakeAwayDisabled(Chart& chart);
  bool Import(Chart& chart);
  bool ImportOwn(Chart& chart);

  ChartStore& store_;
  Coalescer& coalescing_;
  HelmContext& context_;
};

// Returns the table, or the value, at a dotted path; null if it does not exist. A table is not a value.
Table* FindTable(const Table& values, std::string_view path);
const TableValue* FindValue(const Table& values, std::string_view path);

}  // namespace kval::helm
