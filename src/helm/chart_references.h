#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "src/helm/chart.h"
#include "src/helm/context.h"
#include "src/helm/template_scan.h"

namespace kval::helm {

// The values mentioned in templates, schemas and commented-out defaults of charts. Used by all inference of a
// chart's values: `kval helm`, `kval schema infer` and `kval init`.
class ChartReferences {
 public:
  explicit ChartReferences(HelmContext* context) : context_(*context) {}

  // Reads a chart with all charts in its `charts/`.
  void Add(const Chart& chart);
  // Adds the names in strings of values, which may be templates for `tpl`.
  void AddValueKeys(const Table& values);

  // Returns whether any template contains the word. It may then be a key of any map, because templates pass
  // maps on.
  bool HasWord(std::string_view word) const { return words_.contains(word); }
  // Returns whether any key of the map at a dotted path of the chart's values may be read.
  bool IsOpen(const Chart& chart, std::string_view path) const;
  // Whether the value at the path is written out with all that is in it.
  bool IsRendered(const Chart& chart, std::string_view path) const;
  // Returns whether a template uses all values of the chart as a whole, so that any key may be read.
  bool UsesAllValues(const Chart& chart) const { return IsOpen(chart, ""); }
  // Whether a condition of the chart's templates tests whether the value is empty.
  bool IsTruth(const Chart& chart, const std::string& path) const {
    return of_.at(&chart).tested.contains(path);
  }
  // The same, and no template reads the value otherwise.
  bool IsOnlyTruth(const Chart& chart, const std::string& path) const {
    return IsTruth(chart, path) && !of_.at(&chart).used_whole.contains(path);
  }
  // Adds the names that templates read directly below a path. They are valid while this object exists.
  void AddNames(const Chart& chart, const std::string& path, std::vector<std::string_view>& names) const;

 private:
  using Names = TemplateReferences::Names;

  void AddText(const ChartFile& file, TemplateReferences& mentions);
  void AddSchemas(const Chart& chart, TemplateReferences& mentions);
  void AddValueKeys(const TableValue& node);
  // Whether a helper is called that no chart in reach defines: it may read any value.
  bool CallsUnknownHelper(const Chart& chart) const;

  HelmContext& context_;
  std::map<const Chart*, TemplateReferences> of_;
  std::map<const Chart*, Names> called_;
  TemplateReferences libraries_;  // whose templates use the caller's values
  Names words_;
  Names defined_;
};

}  // namespace kval::helm
