#include "src/driver/releases/flux_releases.h"

#include <memory>
#include <string>
#include <string_view>

#include "src/diag/collector.h"
#include "src/driver/releases/fields.h"
#include "src/driver/releases/manifest_patches.h"
#include "src/driver/releases/repository.h"
#include "src/helm/embedded_values.h"
#include "src/support/path_text.h"

namespace kval::driver {
namespace {

using value::Value;

class HelmReleaseReader {
 public:
  HelmReleaseReader(const Value& root, ReleaseContext& context) : root_(root), context_(context) {}

  // False if it names no chart.
  bool Read(ChartRelease& release) {
    const std::string name = TextAt(&root_, {"metadata", "name"});
    const std::string target = TextAt(&root_, {"spec", "targetNamespace"});
    name_space_ = TextAt(&root_, {"metadata", "namespace"});
    release.title = "the HelmRelease `" + name + "`";
    release.name = TextAt(&root_, {"spec", "releaseName"});
    release.name = !release.name.empty() ? release.name : target.empty() ? name : target + "-" + name;
    release.name_space = target.empty() ? name_space_ : target;
    ReadPostRenderers(release);
    release.skips_schema = IsTrueAt(&root_, {"spec", "install", "disableSchemaValidation"});
    if (!ReadChart(release)) {
      return false;
    }
    ReadValues(release);
    return true;
  }

 private:
  void ReadPostRenderers(ChartRelease& release) {
    const auto patches = std::make_shared<ManifestPatches>();
    size_t index = 0;
    for (const Value* renderer : ItemsAt(&root_, {"spec", "postRenderers"})) {
      const std::string path = "spec.postRenderers[" + std::to_string(index++) + "]";
      if (const Value* kustomize = MapAt(renderer, {"kustomize"})) {
        patches->Add(*kustomize, path + ".kustomize.", context_);
      } else {
        release.unapplied.insert(path);
      }
    }
    release.unapplied.insert(patches->unapplied().begin(), patches->unapplied().end());
    release.patches = patches;
  }

  bool ReadChart(ChartRelease& release) {
    const Value* chart = MapAt(&root_, {"spec", "chart", "spec"});
    if (chart != nullptr) {
      return ReadChartOf(*chart, release);
    }
    const Value* ref = MapAt(&root_, {"spec", "chartRef"});
    if (ref == nullptr) {
      return false;
    }
    const std::string kind = TextAt(ref, {"kind"});
    const Value* object = FindObject(kind, *ref);
    release.chart.at = ref->span;
    release.chart.name = TextAt(ref, {"name"});
    if (object != nullptr && kind == "HelmChart") {
      const Value* spec = MapAt(object, {"spec"});
      return spec != nullptr && ReadChartOf(*spec, release);
    }
    if (object != nullptr && kind == "OCIRepository") {
      const std::string url = TextAt(object, {"spec", "url"});
      release.chart.name = GetFileName(url);
      release.chart.repository = url.substr(0, url.rfind('/'));
      release.chart.version = TextAt(object, {"spec", "ref", "tag"});
      if (release.chart.version.empty()) {
        release.chart.version = TextAt(object, {"spec", "ref", "semver"});
      }
    }
    return true;
  }

  // The `spec` of a HelmChart.
  bool ReadChartOf(const Value& spec, ChartRelease& release) {
    ChartReference& chart = release.chart;
    const Value* name = FieldAt(&spec, {"chart"});
    const Value* source = MapAt(&spec, {"sourceRef"});
    if (name == nullptr || source == nullptr) {
      return false;
    }
    chart.at = name->span;
    chart_values_ = FieldAt(&spec, {"valuesFiles"});
    const std::string kind = TextAt(source, {"kind"});
    const Value* object = FindObject(kind, *source);
    const std::string url = TextAt(object, {"spec", "url"});
    if (kind == "HelmRepository") {
      chart.name = name->raw;
      chart.version = TextAt(&spec, {"version"});
      chart.repository = url;
      return true;
    }
    chart.path = context_.InRepository(std::string(name->raw));
    chart.written = name->raw;
    chart.repository = url;
    chart.is_elsewhere =
        kind != "GitRepository" || !MayBeUrlOf(context_.repository, url, context_.helm.reader);
    return true;
  }

  const Value* FindObject(const std::string& kind, const Value& ref) {
    const std::string name_space = TextAt(&ref, {"namespace"});
    const ReleaseObjects::Object* object =
        context_.objects.Find(kind, TextAt(&ref, {"name"}), name_space.empty() ? name_space_ : name_space);
    return object == nullptr ? nullptr : context_.Read(object->place).root;
  }

  void ReadValues(ChartRelease& release) {
    AddChartValues(release);
    helm::ValuesSources found;
    for (const Value* entry : ItemsAt(&root_, {"spec", "valuesFrom"})) {
      AddSource(*entry, found, release);
    }
    helm::EmbeddedValues values;
    diag::Collector unheard;
    diag::Emitter silent(&unheard);
    helm::HelmContext& helm = context_.helm;
    helm::HelmContext quiet{helm.reader, helm.sources, helm.arena, helm.forest, silent, helm.limits};
    quiet.strings = helm.strings;
    if (!helm::ReadEmbeddedValues(root_, found, context_.file, quiet, values)) {
      release.unknown_values = "its values cannot be read";
    }
    for (const diag::Diagnostic& finding : unheard.Release()) {
      if (finding.severity == diag::Severity::kError) {
        helm.emit.Emit(finding);
      }
    }
    ReleaseContext::AddSteps(values, release);
  }

  // The files in place of the chart's values.yaml.
  void AddChartValues(ChartRelease& release) {
    if (chart_values_ == nullptr || chart_values_->items().empty()) {
      return;
    }
    const std::string chart = context_.charts.Find(release.chart, context_.roots()).path;
    bool has_default = false;
    for (const Value* file : chart_values_->items()) {
      has_default = has_default || GetFileName(file->raw) == "values.yaml";
      if (chart.empty() || IsPackedChart(chart)) {
        continue;
      }
      context_.AddValuesFile(context_.InRepository(std::string(file->raw)), file->span,
                             IsTrueAt(&root_, {"spec", "chart", "spec", "ignoreMissingValuesFiles"}),
                             release);
    }
    if (!has_default || IsPackedChart(chart)) {
      release.unknown_values = "`valuesFiles` replace the chart's values.yaml";
    }
  }

  void AddSource(const Value& entry, helm::ValuesSources& found, ChartRelease& release) {
    const std::string kind = TextAt(&entry, {"kind"});
    const std::string name = TextAt(&entry, {"name"});
    const ReleaseObjects::Object* object = context_.objects.Find(kind, name, name_space_);
    if (object == nullptr) {
      if (!IsTrueAt(&entry, {"optional"})) {
        release.unknown_values = "the " + kind + " `" + name + "` with values is not among the files";
      }
      return;
    }
    if (!object->generated.empty()) {
      AddGenerated(*object, kind, name, entry, found, release);
      return;
    }
    const helm::ValuesSource source = context_.Read(object->place);
    if (source.root == nullptr || MapAt(source.root, {"sops"}) != nullptr) {
      release.unknown_values = "the " + kind + " `" + name + "` with values is encrypted";
      return;
    }
    found.Add(source);
  }

  // A ConfigMap that a kustomization generates from files.
  void AddGenerated(const ReleaseObjects::Object& object, const std::string& kind, const std::string& name,
                    const Value& entry, helm::ValuesSources& found, ChartRelease& release) {
    std::string key = TextAt(&entry, {"valuesKey"});
    key = key.empty() ? "values.yaml" : key;
    const auto path = object.generated.find(key);
    const source::SourceFile* text = path == object.generated.end() ? nullptr : context_.Load(path->second);
    if (text == nullptr || !TextAt(&entry, {"targetPath"}).empty()) {
      release.unknown_values =
          "the key `" + key + "` of the " + kind + " `" + name + "` is not among the files";
      return;
    }
    // The text keeps its place; the values of the object are empty, so that nothing is added twice. Other
    // entries refer to other keys of the object.
    value::Builder& build = context_.helm.forest.build();
    const auto string = [&](std::string_view word) { return build.String(word); };
    std::vector<value::Entry> data;
    for (const auto& [name_of_key, file] : object.generated) {
      data.push_back({string(name_of_key), string("")});
    }
    const value::Entry metadata[] = {{string("name"), string(name)}};
    const value::Entry fields[] = {{string("apiVersion"), string("v1")},
                                   {string("kind"), string(kind)},
                                   {string("metadata"), build.Mapping(metadata)},
                                   {string("stringData"), build.Mapping(data)}};
    found.Add({build.Mapping(fields), &context_.file});
    release.inputs.push_back({text});
  }

  const Value& root_;
  ReleaseContext& context_;
  std::string name_space_;
  const Value* chart_values_ = nullptr;
};

}  // namespace

bool IsHelmRelease(const Value& root) {
  return TextAt(&root, {"apiVersion"}).starts_with("helm.toolkit.fluxcd.io/") &&
         TextAt(&root, {"kind"}) == "HelmRelease";
}

void ReadHelmRelease(const Value& root, ReleaseContext& context, std::vector<ChartRelease>& out) {
  ChartRelease release;
  if (HelmReleaseReader(root, context).Read(release)) {
    out.push_back(std::move(release));
  }
}

}  // namespace kval::driver
