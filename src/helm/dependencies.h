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
  Dependencies(ChartStore* store, Coalescing* coalescing, Context* context)
      : store_(*store), coalescing_(*coalescing), context_(*context) {}

  // Makes copies of charts for aliases, takes away those that tags or conditions turn off, and puts imported
  // values below the defaults, in the whole tree of the chart. False when Helm refuses the values.
  bool Process(Chart& chart, const Table& values);

 private:
  bool Enable(Chart& chart, const Table& values, const std::string& path);
  std::vector<Chart*> Listed(Chart& chart);
  void OwnParts(Chart& copy);
  void ApplyTags(const Chart& chart, const Table& values);
  void ApplyConditions(const Chart& chart, const Table& values, const std::string& path);
  void ApplyCondition(Dependency& dependency, const Table& values, const std::string& path);
  void TakeAwayDisabled(Chart& chart);
  bool Import(Chart& chart);
  bool ImportOwn(Chart& chart);

  ChartStore& store_;
  Coalescing& coalescing_;
  Context& context_;
};

// The table or the value at a dotted path; null when there is none, or a table where a value is wanted.
Table* FindTable(const Table& values, std::string_view path);
const Node* FindValue(const Table& values, std::string_view path);

}  // namespace kval::helm
