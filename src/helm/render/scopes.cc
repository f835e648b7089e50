#include "src/helm/render/scopes.h"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

#include "src/helm/render/capabilities.h"
#include "src/helm/render/chart_files.h"
#include "src/helm/render/chart_metadata.h"
#include "src/helm/render/values_type.h"
#include "src/support/native_stack.h"

namespace kval::helm::render {

using gotemplate::Heap;
using gotemplate::Kind;
using gotemplate::Type;
using gotemplate::Value;

namespace {

bool IsLibrary(const Chart& chart) {
  constexpr std::string_view kLibrary = "library";
  const std::string& type = chart.metadata.type;
  return std::equal(type.begin(), type.end(), kLibrary.begin(), kLibrary.end(),
                    [](unsigned char a, unsigned char b) { return std::tolower(a) == b; });
}

std::string_view BaseName(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

class Collector {
 public:
  Collector(HelmContext& context, Heap& heap, TemplateFiles* files)
      : context_(context), heap_(heap), files_(*files) {}

  // `above`: the dot of the parent's templates, or of the root what all charts share. `path`: of the chart.
  Value Collect(const Chart& chart, const Value& above, const std::string& path, bool is_root) {
    NeedStack();
    const Value subcharts = heap_.NewMap();
    const Value next = heap_.NewMap();
    gotemplate::Map& map = *next.map();
    map.Set("Chart", ChartOf(chart, is_root, context_.version, heap_));
    map.Set("Files", FilesOf(chart, context_, heap_));
    map.Set("Release", *above.map()->Find("Release"));
    map.Set("Capabilities", *above.map()->Find("Capabilities"));
    map.Set("Values", is_root ? *above.map()->Find("Values") : ValuesOf(chart, *above.map()->Find("Values")));
    map.Set("Subcharts", subcharts);
    for (const Chart* child : chart.charts) {
      subcharts.map()->Set(child->name(), Collect(*child, next, path + "/charts/" + child->name(), false));
    }
    for (const ChartFile* file : chart.templates) {
      if (!IsLibrary(chart) || BaseName(file->name).starts_with('_')) {
        files_.insert_or_assign(path + "/" + file->name, TemplateFile{file, next, path + "/templates"});
      }
    }
    return next;
  }

 private:
  // The part of the parent's values. Helm splits the name of the chart at dots.
  Value ValuesOf(const Chart& chart, Value values) {
    const Type& type = ValuesType(context_.version);
    std::string_view name = chart.name();
    while (true) {
      const size_t dot = name.find('.');
      const Value* found = values.map()->Find(name.substr(0, dot));
      if (found == nullptr || !found->is(Kind::kMap)) {
        return heap_.NewMap(type);
      }
      values = *found;
      if (dot == std::string_view::npos) {
        return values.As(type).From({});
      }
      name.remove_prefix(dot + 1);
    }
  }

  HelmContext& context_;
  Heap& heap_;
  TemplateFiles& files_;
};

Value ReleaseOf(const Release& release, Heap& heap) {
  const Value map = heap.NewMap();
  map.map()->Set("Name", heap.NewText(release.name));
  map.map()->Set("Namespace", heap.NewText(release.name_space));
  map.map()->Set("IsUpgrade", Value::Bool(release.is_upgrade));
  map.map()->Set("IsInstall", Value::Bool(!release.is_upgrade));
  map.map()->Set("Revision", Value::Int(1));
  map.map()->Set("Service", Value::Text("Helm"));
  return map;
}

}  // namespace

TemplateFiles CollectTemplates(const Chart& chart, const Table& values, const Release& release,
                               HelmContext& context, Heap& heap, ChartValues& chart_values) {
  const Value top = heap.NewMap();
  top.map()->Set("Release", ReleaseOf(release, heap));
  top.map()->Set("Capabilities", CapabilitiesOf(release, context.version, heap));
  top.map()->Set("Values", chart_values.Of(values, ValuesType(context.version)));
  TemplateFiles files;
  Collector(context, heap, &files).Collect(chart, top, chart.name(), true);
  return files;
}

std::vector<std::string> ExecutionOrder(const TemplateFiles& files) {
  std::vector<std::pair<std::ptrdiff_t, std::string>> keys;
  for (const auto& [name, file] : files) {
    keys.emplace_back(std::count(name.begin(), name.end(), '/'), name);
  }
  std::sort(keys.rbegin(), keys.rend());
  std::vector<std::string> names;
  names.reserve(keys.size());
  for (auto& [depth, name] : keys) {
    names.push_back(std::move(name));
  }
  return names;
}

void SetTemplate(const std::string& name, const TemplateFile& file, Version helm, Heap& heap) {
  const Value map = heap.NewMap(ValuesType(helm));
  map.map()->Set("Name", heap.NewText(name));
  map.map()->Set("BasePath", heap.NewText(file.base_path));
  file.data.map()->Set("Template", map);
}

}  // namespace kval::helm::render
