#include "src/helm/render/chart_metadata.h"

#include <string>
#include <utility>
#include <vector>

#include "src/helm/render/struct_object.h"
#include "src/lang/gotemplate/containers.h"

namespace kval::helm::render {

using gotemplate::Heap;
using gotemplate::Kind;
using gotemplate::Object;
using gotemplate::Type;
using gotemplate::Value;

namespace {

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
      maintainers.push_back(Item(
          kMaintainerType, {{"Name", Text(one.name)}, {"Email", Text(one.email)}, {"URL", Text(one.url)}}));
    }
    std::vector<Value> dependencies;
    for (const ChartDependency* one : metadata.dependencies) {
      dependencies.push_back(Item(kDependencyType, {{"Name", Text(one->name)},
                                                    {"Version", Text(one->version)},
                                                    {"Repository", Text(one->repository)},
                                                    {"Condition", Text(one->condition)},
                                                    {"Tags", Texts(one->tags)},
                                                    {"Enabled", Value::Bool(one->is_enabled)},
                                                    {"ImportValues", Imports(*one)},
                                                    {"Alias", Text(one->alias)}}));
    }
    return {{"Name", Text(metadata.name)},
            {"Home", Text(metadata.home)},
            {"Sources", Texts(metadata.sources)},
            {"Version", Text(metadata.version)},
            {"Description", Text(metadata.description)},
            {"Keywords", Texts(metadata.keywords)},
            {"Maintainers", List(kMaintainersType, maintainers)},
            {"Icon", Text(metadata.icon)},
            {"APIVersion", Text(metadata.api_version)},
            {"Condition", Text(metadata.condition)},
            {"Tags", Text(metadata.tags)},
            {"AppVersion", Text(metadata.app_version)},
            {"Deprecated", Value::Bool(metadata.is_deprecated)},
            {"Annotations", Annotations(metadata)},
            {"KubeVersion", Text(metadata.kube_version)},
            {"Dependencies", List(kDependenciesType, dependencies)},
            {"Type", Text(metadata.type)}};
  }

  const bool is_map_;
  Heap& heap_;
};

}  // namespace

Value ChartOf(const Chart& chart, bool is_root, Version helm, Heap& heap) {
  return ChartMaker(helm == Version::kHelm4, heap).Of(chart.metadata, is_root);
}

}  // namespace kval::helm::render
