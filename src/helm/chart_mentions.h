#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "src/helm/chart.h"
#include "src/helm/context.h"
#include "src/helm/template_scan.h"

namespace kval::helm {

// The values mentioned in templates, schemas and commented-out defaults of charts. Used by all inference of a
// chart's values: `kval helm`, `kval schema infer` and `kval init`.
class ChartMentions {
 public:
  explicit ChartMentions(Context* context) : context_(*context) {}

  // Reads a chart with all charts in its `charts/`.
  void Add(const Chart& chart);
  // Strings of values may be templates too, which `tpl` evaluates.
  void AddOwn(const Table& values);

  // A word in any of them may be a key of any values: templates pass maps on.
  bool HasWord(std::string_view word) const { return words_.contains(word); }
  // Whether all keys of the map at a dotted path of the chart's values may be read.
  bool IsOpen(const Chart& chart, std::string_view path) const;
  // Whether the value at the path is written out with all that is in it.
  bool IsRendered(const Chart& chart, std::string_view path) const;
  // Whether a template uses the chart's values as a whole, so that any key may be read.
  bool UsesAllValues(const Chart& chart) const { return IsOpen(chart, ""); }
  // Whether a condition of the chart's templates tests whether the value is empty.
  bool IsTruth(const Chart& chart, const std::string& path) const {
    return of_.at(&chart).truths.contains(path);
  }
  // The same, and nothing else reads the value.
  bool IsOnlyTruth(const Chart& chart, const std::string& path) const {
    return IsTruth(chart, path) && !of_.at(&chart).whole.contains(path);
  }
  // Adds the names that templates read right below a path. They live as long as this.
  void AddNames(const Chart& chart, const std::string& path, std::vector<std::string_view>& names) const;

 private:
  using Names = Mentions::Names;

  void AddText(const ChartFile& file, Mentions& mentions);
  void AddSchemas(const Chart& chart, Mentions& mentions);
  void AddOwn(const Node& node);
  // Whether a helper is called that no chart in reach defines: it may read any value.
  bool CallsUnknownHelper(const Chart& chart) const;

  Context& context_;
  std::map<const Chart*, Mentions> of_;
  std::map<const Chart*, Names> called_;
  Mentions libraries_;  // whose templates use the caller's values
  Names words_;
  Names defined_;
};

}  // namespace kval::helm
