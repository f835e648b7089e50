#include "src/helm/render/scopes.h"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

#include "src/helm/render/capabilities.h"
#include "src/helm/render/chart_files.h"
#include "src/helm/render/struct_object.h"
#include "src/helm/render/values_type.h"
#include "src/helm/version.h"
#include "src/lang/gotemplate/containers.h"
#include "src/support/native_stack.h"

namespace kval::helm::render {
namespace {

using gotemplate::Heap;
using gotemplate::Kind;
using gotemplate::Object;
using gotemplate::Type;
using gotemplate::Value;

using Fields = std::vector<Object::Field>;

constexpr Type kMaintainerType = {.kind = Kind::kObject, .name = "*chart.Maintainer", .is_pointer = true};
constexpr Type kDependencyType = {.kind = Kind::kObject, .name = "*chart.Dependency", .is_pointer = true};
constexpr Type kMaintainersType = {
    .kind = Kind::kList, .name = "[]*chart.Maintainer", .element = &kMaintainerType};
constexpr Type kDependenciesType = {
    .kind = Kind::kList, .name = "[]*chart.Dependency", .element = &kDependencyType};
constexpr Type kMetadataType = {.kind = Kind::kObject, .name = "chart.Metadata", .is_comparable = false};
constexpr Type kChartType = {
    .kind = Kind::kObject, .name = "struct { chart.Metadata; IsRoot bool }", .is_comparable = false};

Object::Field Tagged(std::string_view name, std::string_view json_tag, const Value& value) {
  return {name, value, false, json_tag};
}

// Makes the values of one chart.
class ChartMaker {
 public:
  ChartMaker(bool is_map, Heap& heap) : is_map_(is_map), heap_(heap) {}

  Value Of(const Metadata& metadata, bool is_root) {
    Fields fields = FieldsOf(metadata);
    if (is_map_) {
      fields.push_back({"IsRoot", Value::Bool(is_root)});
      return MapOf(fields);
    }
    const Value inner = Value::Of(kMetadataType, heap_.NewObject<Struct>(std::move(fields)));
    return Value::Of(kChartType, heap_.NewObject<Struct>(
                                     Fields{{"Metadata", inner, true}, {"IsRoot", Value::Bool(is_root)}}));
  }

 private:
  Value Text(const std::string& text) { return heap_.NewText(text); }

  Value List(const Type& type, const std::vector<Value>& items) {
    const bool is_nil = items.empty() && !is_map_;
    return is_nil ? Value::Nil(type) : heap_.NewList(is_map_ ? gotemplate::kAnyListType : type, items);
  }

  Value Texts(const std::vector<std::string>& texts) {
    std::vector<Value> items;
    items.reserve(texts.size());
    for (const std::string& text : texts) {
      items.push_back(Text(text));
    }
    return List(gotemplate::kStringListType, items);
  }

  Value MapOf(const Fields& fields) {
    const Value map = heap_.NewMap();
    for (const Object::Field& field : fields) {
      map.map()->Set(field.name, field.value);
    }
    return map;
  }

  Value Item(const Type& type, Fields fields) {
    return is_map_ ? MapOf(fields) : Value::Of(type, heap_.NewObject<Struct>(std::move(fields)));
  }

  Value Annotations(const Metadata& metadata) {
    if (metadata.annotations.empty()) {
      return Value::Nil(gotemplate::kStringMapType);
    }
    const Value map = heap_.NewMap(gotemplate::kStringMapType);
    for (const auto& [key, text] : metadata.annotations) {
      map.map()->Set(key, Text(text));
    }
    return map;
  }

  Value Imports(const ChartDependency& dependency) {
    std::vector<Value> items;
    for (const ImportedValues& imported : dependency.imports) {
      if (imported.is_export) {
        items.push_back(Text(imported.child));
        continue;
      }
      const Value pair = heap_.NewMap();
      pair.map()->Set("child", Text(imported.child));
      pair.map()->Set("parent", Text(imported.parent));
      items.push_back(pair);
    }
    return items.empty() && !is_map_ ? Value::Nil(gotemplate::kAnyListType) : heap_.NewAnyList(items);
  }

  Fields FieldsOf(const Metadata& metadata) {
    std::vector<Value> maintainers;
    for (const Maintainer& one : metadata.maintainers) {
      maintainers.push_back(Item(kMaintainerType, {Tagged("Name", "name,omitempty", Text(one.name)),
                                                   Tagged("Email", "email,omitempty", Text(one.email)),
                                                   Tagged("URL", "url,omitempty", Text(one.url))}));
    }
    std::vector<Value> dependencies;
    for (const ChartDependency* one : metadata.dependencies) {
      dependencies.push_back(
          Item(kDependencyType, {Tagged("Name", "name", Text(one->name)),
                                 Tagged("Version", "version,omitempty", Text(one->version)),
                                 Tagged("Repository", "repository", Text(one->repository)),
                                 Tagged("Condition", "condition,omitempty", Text(one->condition)),
                                 Tagged("Tags", "tags,omitempty", Texts(one->tags)),
                                 Tagged("Enabled", "enabled,omitempty", Value::Bool(one->is_enabled)),
                                 Tagged("ImportValues", "import-values,omitempty", Imports(*one)),
                                 Tagged("Alias", "alias,omitempty", Text(one->alias))}));
    }
    return {Tagged("Name", "name,omitempty", Text(metadata.name)),
            Tagged("Home", "home,omitempty", Text(metadata.home)),
            Tagged("Sources", "sources,omitempty", Texts(metadata.sources)),
            Tagged("Version", "version,omitempty", Text(metadata.version)),
            Tagged("Description", "description,omitempty", Text(metadata.description)),
            Tagged("Keywords", "keywords,omitempty", Texts(metadata.keywords)),
            Tagged("Maintainers", "maintainers,omitempty", List(kMaintainersType, maintainers)),
            Tagged("Icon", "icon,omitempty", Text(metadata.icon)),
            Tagged("APIVersion", "apiVersion,omitempty", Text(metadata.api_version)),
            Tagged("Condition", "condition,omitempty", Text(metadata.condition)),
            Tagged("Tags", "tags,omitempty", Text(metadata.tags)),
            Tagged("AppVersion", "appVersion,omitempty", Text(metadata.app_version)),
            Tagged("Deprecated", "deprecated,omitempty", Value::Bool(metadata.is_deprecated)),
            Tagged("Annotations", "annotations,omitempty", Annotations(metadata)),
            Tagged("KubeVersion", "kubeVersion,omitempty", Text(metadata.kube_version)),
            Tagged("Dependencies", "dependencies,omitempty", List(kDependenciesType, dependencies)),
            Tagged("Type", "type,omitempty", Text(metadata.type))};
  }

  const bool is_map_;
  Heap& heap_;
};

// `.Chart`: a struct in Helm 3, a map in Helm 4. Sources: helm pkg/chart/metadata.go, and recAllTpls of
// pkg/engine/engine.go.
Value ChartOf(const Chart& chart, bool is_root, Version helm, Heap& heap) {
  return ChartMaker(helm == Version::kHelm4, heap).Of(chart.metadata, is_root);
}

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
