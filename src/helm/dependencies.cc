#include "src/helm/dependencies.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "src/helm/version_range.h"
#include "src/support/ascii.h"
#include "src/support/keyed_hash.h"
#include "src/support/native_stack.h"

namespace kval::helm {
namespace {

using diag::Kind;

constexpr diag::Def<std::string_view, std::string_view, std::string_view> kNoSwitch{
    Kind::kHelmConflict, "`{}` switches the subchart {} and must be a boolean, found {}"};
constexpr diag::Def<std::string_view, std::string_view> kNoImport{
    Kind::kHelmConflict, "the subchart {} has no map `{}` to import"};

constexpr std::string_view kSpaces = " \t\r\n\v\f";

bool IsBool(const TableValue& node) {
  return node.kind() == value::Kind::kBool;
}

// The part of a list between separators that begins at `at`, which moves behind it.
std::string_view NextPart(std::string_view text, char separator, size_t& at) {
  const size_t end = std::min(text.find(separator, at), text.size());
  const std::string_view part = text.substr(at, end - at);
  at = end + 1;
  return part;
}

}  // namespace

Table* FindTable(const Table& values, std::string_view path) {
  const Table* table = &values;
  for (size_t at = 0; at <= path.size();) {
    const TableValue* found = table->Find(NextPart(path, '.', at));
    if (found == nullptr || found->table == nullptr) {
      return nullptr;
    }
    table = found->table;
  }
  return const_cast<Table*>(table);
}

const TableValue* FindValue(const Table& values, std::string_view path) {
  const size_t dot = path.rfind('.');
  const Table* table = dot == std::string_view::npos ? &values : FindTable(values, path.substr(0, dot));
  const TableValue* found = table == nullptr ? nullptr : table->Find(path.substr(dot + 1));
  return found == nullptr || found->table != nullptr ? nullptr : found;
}

bool Dependencies::Process(Chart& chart, const Table& values) {
  return Enable(chart, values, "") && Import(chart);
}

// Charts in charts/ that are not listed stay; listed ones follow, the first of each name and version, under
// their aliases.
std::vector<Chart*> Dependencies::Listed(Chart& chart) {
  TextMap<std::string_view, std::vector<Chart*>> by_name;
  for (Chart* sub : chart.charts) {
    by_name[sub->metadata.name].push_back(sub);
  }
  std::set<const Chart*> in_charts;
  std::vector<Chart*> copies;
  for (ChartDependency* dependency : chart.metadata.dependencies) {
    const auto named = by_name.find(dependency->name);
    const size_t count = named == by_name.end() ? 0 : named->second.size();
    const auto has = ReadRange(count == 0 ? std::string_view() : dependency->version);
    context_.forest.Count(count);
    const Chart* first = nullptr;
    for (size_t i = 0; i < count; ++i) {
      if (const Chart* sub = named->second[i]; has(sub->metadata.version)) {
        first = first == nullptr ? sub : first;
        in_charts.insert(sub);
      }
    }
    if (first != nullptr) {
      copies.push_back(&store_.charts.emplace_back(*first));
      copies.back()->metadata.name = dependency->alias.empty() ? first->metadata.name : dependency->alias;
      if (context_.version == Version::kHelm4) {
        CopySharedParts(*copies.back());
      }
    }
    if (!dependency->alias.empty()) {
      dependency->name = dependency->alias;
    }
  }
  std::vector<Chart*> charts;
  std::copy_if(chart.charts.begin(), chart.charts.end(), std::back_inserter(charts),
               [&](const Chart* sub) { return !in_charts.contains(sub); });
  charts.insert(charts.end(), copies.begin(), copies.end());
  return charts;
}

// What processing changes in a copy becomes its own (helm v4 getAliasDependency).
void Dependencies::CopySharedParts(Chart& copy) {
  context_.forest.Count(copy.metadata.dependencies.size() + copy.charts.size());
  for (ChartDependency*& dependency : copy.metadata.dependencies) {
    dependency = &store_.dependencies.emplace_back(*dependency);
  }
  for (Chart*& sub : copy.charts) {
    sub = &store_.charts.emplace_back(*sub);
  }
}

bool Dependencies::Enable(Chart& chart, const Table& values, const std::string& path) {
  NeedStack();
  if (chart.metadata.dependencies.empty()) {
    return true;
  }
  chart.charts = Listed(chart);
  for (ChartDependency* dependency : chart.metadata.dependencies) {
    dependency->is_enabled = true;
  }
  const Table* coalesced = coalescing_.Values(chart, values, NullHandling::kDelete);
  if (coalesced == nullptr) {
    return false;
  }
  ApplyTags(chart, *coalesced);
  ApplyConditions(chart, *coalesced, path);
  TakeAwayDisabled(chart);
  return std::ranges::all_of(chart.charts,
                             [&](Chart* sub) { return Enable(*sub, *coalesced, path + sub->name() + "."); });
}

void Dependencies::ApplyTags(const Chart& chart, const Table& values) {
  const TableValue* found = values.Find("tags");
  if (found == nullptr || found->table == nullptr) {
    return;
  }
  for (ChartDependency* dependency : chart.metadata.dependencies) {
    bool has_true = false;
    bool has_false = false;
    for (const std::string& tag : dependency->tags) {
      const TableValue* value = found->table->Find(tag);
      if (value != nullptr && IsBool(*value)) {
        (value->written->boolean ? has_true : has_false) = true;
      } else if (value != nullptr && !value->is_unreadable()) {
        context_.emit
            .Report(value->written->span, kNoSwitch, "tags." + tag, dependency->name,
                    value::KindName(value->kind()))
            .Hint("write `true` or `false`: Helm ignores other values")
            .Emit();
      }
    }
    dependency->is_enabled = has_true || !has_false;
  }
}

void Dependencies::ApplyConditions(const Chart& chart, const Table& values, const std::string& path) {
  for (ChartDependency* dependency : chart.metadata.dependencies) {
    ApplyCondition(*dependency, values, path);
  }
}

// The first path that leads to a boolean decides.
void Dependencies::ApplyCondition(ChartDependency& dependency, const Table& values, const std::string& path) {
  const std::string_view condition = Trimmed(dependency.condition, kSpaces);
  for (size_t at = 0; at <= condition.size();) {
    const std::string_view one = NextPart(condition, ',', at);
    const TableValue* value = one.empty() ? nullptr : FindValue(values, path + std::string(one));
    if (value != nullptr && IsBool(*value)) {
      dependency.is_enabled = value->written->boolean;
      return;
    }
    if (value != nullptr && !value->is_unreadable()) {
      context_.emit
          .Report(value->written->span, kNoSwitch, one, dependency.name, value::KindName(value->kind()))
          .Hint("Helm ignores it, so the subchart is enabled unless something else disables it")
          .Emit();
    }
  }
}

void Dependencies::TakeAwayDisabled(Chart& chart) {
  std::set<std::string, std::less<>> disabled;
  for (const ChartDependency* dependency : chart.metadata.dependencies) {
    if (!dependency->is_enabled) {
      disabled.insert(dependency->name);
    }
  }
  std::erase_if(chart.charts, [&](const Chart* sub) { return disabled.contains(sub->name()); });
  std::erase_if(chart.metadata.dependencies,
                [&](const ChartDependency* dependency) { return disabled.contains(dependency->name); });
  chart.disabled.assign(disabled.begin(), disabled.end());
}

bool Dependencies::Import(Chart& chart) {
  NeedStack();
  for (Chart* sub : chart.charts) {
    if (!Import(*sub)) {
      return false;
    }
  }
  return ImportOwn(chart);
}

bool Dependencies::ImportOwn(Chart& chart) {
  if (chart.metadata.dependencies.empty()) {
    return true;
  }
  TableArena& forest = context_.forest;
  Table* coalesced = coalescing_.Values(chart, *forest.NewTable(), NullHandling::kMerge);
  if (coalesced == nullptr) {
    return false;
  }
  Table* imported = forest.NewTable();
  for (ChartDependency* dependency : chart.metadata.dependencies) {
    // Once: aliases of the chart that lists it share the entry, and Helm imports for the first of them only.
    for (const ImportedValues& import : std::exchange(dependency->imports, {})) {
      const std::string child = (import.is_export ? "exports." : "") + import.child;
      Table* table = FindTable(*coalesced, dependency->name + "." + child);
      if (table == nullptr) {
        if (chart.is_whole) {
          context_.emit.Report(import.span, kNoImport, dependency->name, child).Emit();
        }
        continue;
      }
      table = table->size() == 0 ? forest.NewTable() : table;
      // `a.b`: a map within a map, from the innermost outwards. Not copied: importing twice into one place
      // changes the subchart's own table, as in Helm.
      std::string_view parent = import.parent;
      while (parent != ".") {
        const size_t dot = parent.rfind('.');
        Table* outer = forest.NewTable();
        outer->Set(*forest.build().String(parent.substr(dot + 1), import.span),
                   forest.MakeNode(table, forest.build().Mapping({}, import.span)));
        table = outer;
        parent = dot == std::string_view::npos ? "." : parent.substr(0, dot);
      }
      coalescing_.Tables(*imported, *table, {}, NullHandling::kMerge);
    }
  }
  Table* values = forest.Copy(*coalesced);
  coalescing_.Tables(*values, *imported, {}, NullHandling::kMerge);
  chart.values = values;
  return true;
}

}  // namespace kval::helm
