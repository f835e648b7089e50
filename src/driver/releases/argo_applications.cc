#include "src/driver/releases/argo_applications.h"

#include <map>
#include <string>

#include "src/diag/collector.h"
#include "src/driver/releases/fields.h"
#include "src/driver/releases/repository.h"

namespace kval::driver {
namespace {

using value::Value;

bool HasParameter(std::string_view text) {
  return text.find("{{") != std::string_view::npos;
}

class ApplicationReader {
 public:
  ApplicationReader(const Value& application, bool is_template, ReleaseContext& context,
                    std::vector<ChartRelease>& out)
      : application_(application), is_template_(is_template), context_(context), out_(out) {}

  void Read() {
    const Value* spec = FieldAt(&application_, {"spec"});
    const auto sources = ItemsAt(spec, {"sources"});
    for (const Value* source : sources) {
      if (const std::string ref = TextAt(source, {"ref"}); !ref.empty()) {
        references_[ref] = source;
      }
    }
    if (sources.empty()) {
      if (const Value* source = MapAt(spec, {"source"})) {
        ReadSource(*source);
      }
    }
    for (const Value* source : sources) {
      ReadSource(*source);
    }
  }

 private:
  bool IsHere(const Value& source) {
    return MayBeUrlOf(context_.repository, TextAt(&source, {"repoURL"}), context_.helm.reader);
  }

  bool IsDirectoryHere(const std::string& path) {
    return context_.roots().Contain(path) &&
           context_.helm.reader.KindOf(path) == source::PathKind::kDirectory;
  }

  void ReadSource(const Value& source) {
    ChartRelease release;
    release.title = "the Application `" + TextAt(&application_, {"metadata", "name"}) + "`";
    ChartReference& chart = release.chart;
    const std::string path = TextAt(&source, {"path"});
    chart.name = TextAt(&source, {"chart"});
    chart.repository = TextAt(&source, {"repoURL"});
    chart.version = TextAt(&source, {"targetRevision"});
    if (is_template_ && (HasParameter(path) || HasParameter(chart.name) || HasParameter(chart.repository) ||
                         HasParameter(chart.version))) {
      return;
    }
    if (chart.name.empty()) {
      chart.path = context_.InRepository(path);
      chart.written = path;
      chart.is_elsewhere = !IsHere(source);
    }
    const Value* named = FieldAt(&source, {chart.name.empty() ? "path" : "chart"});
    chart.at = named == nullptr ? source.span : named->span;
    const bool is_other = FieldAt(&source, {"directory"}) != nullptr ||
                          FieldAt(&source, {"kustomize"}) != nullptr ||
                          FieldAt(&source, {"plugin"}) != nullptr;
    // What is not there cannot be a directory of manifests, which the run checks.
    const bool is_certain = !chart.name.empty() || FieldAt(&source, {"helm"}) != nullptr ||
                            (!chart.is_elsewhere && !IsDirectoryHere(chart.path));
    if (is_other || (chart.name.empty() && path.empty()) ||
        (!is_certain && context_.charts.Find(chart, context_.roots()).path.empty())) {
      return;  // a directory of manifests or a kustomization, or only files that another source refers to
    }
    ReadOptions(source, release);
    ReadValues(source, release);
    out_.push_back(std::move(release));
  }

  void ReadOptions(const Value& source, ChartRelease& release) {
    const Value* helm = FieldAt(&source, {"helm"});
    const auto first = [](std::string a, std::string b) { return a.empty() ? std::move(b) : std::move(a); };
    release.name = first(TextAt(helm, {"releaseName"}), TextAt(&application_, {"metadata", "name"}));
    release.name_space =
        first(TextAt(helm, {"namespace"}), TextAt(&application_, {"spec", "destination", "namespace"}));
    release.kube_version = TextAt(helm, {"kubeVersion"});
    for (const Value* version : ItemsAt(helm, {"apiVersions"})) {
      release.api_versions.emplace_back(version->raw);
    }
    release.skips_schema = IsTrueAt(helm, {"skipSchemaValidation"});
  }

  void ReadValues(const Value& source, ChartRelease& release) {
    helm::EmbeddedValues values;
    diag::Collector unheard;
    diag::Emitter silent(&unheard);
    helm::HelmContext& helm = context_.helm;
    helm::HelmContext quiet{helm.reader, helm.sources, helm.arena, helm.forest, silent, helm.limits};
    quiet.strings = helm.strings;
    if (!helm::ReadEmbeddedSource(source, is_template_, context_.file, quiet, values) ||
        !unheard.diagnostics().empty()) {
      release.unknown_values = "its values are a template, or cannot be read";
    }
    for (const helm::ValuesFileRef& file : values.value_files) {
      AddFile(TextAt(file.name, {}), *file.name, file.may_be_missing, release);
    }
    ReleaseContext::AddSteps(values, release);
    for (const Value* parameter : values.file_parameters == nullptr ? std::span<const Value* const>()
                                                                    : values.file_parameters->items()) {
      AddFileParameter(*parameter, release);
    }
  }

  // Returns the path on the disk; empty if it is not known.
  std::string PathOf(const std::string& name, const ChartRelease& release) {
    if (HasParameter(name) || name.find("://") != std::string::npos) {
      return {};
    }
    if (name.starts_with('$')) {
      const size_t slash = std::min(name.find('/'), name.size());
      const auto reference = references_.find(name.substr(1, slash - 1));
      const bool is_here = reference != references_.end() && IsHere(*reference->second);
      return is_here ? context_.InRepository(name.substr(std::min(slash + 1, name.size()))) : std::string();
    }
    if (name.starts_with('/') && !release.chart.path.empty()) {
      return context_.InRepository(name.substr(1));
    }
    const std::string chart = context_.charts.Find(release.chart, context_.roots()).path;
    return chart.empty() || IsPackedChart(chart) ? std::string() : chart + "/" + name;
  }

  void AddFile(const std::string& name, const Value& at, bool may_be_missing, ChartRelease& release) {
    const std::string path = PathOf(name, release);
    if (path.empty()) {
      release.unknown_values = "the values file `" + name + "` is not in this repository";
      return;
    }
    context_.AddValuesFile(path, at.span, may_be_missing, release);
  }

  void AddFileParameter(const Value& parameter, ChartRelease& release) {
    const std::string path = PathOf(TextAt(&parameter, {"path"}), release);
    const source::SourceFile* text = path.empty() ? nullptr : context_.Load(path);
    const Value* at = FieldAt(&parameter, {"path"});
    if (text == nullptr || at == nullptr) {
      release.unknown_values = "a file of `fileParameters` is not in this repository";
      return;
    }
    release.inputs.push_back(
        {nullptr, nullptr,
         helm::SetFlag{helm::SetKind::kLiteral,
                       TextAt(&parameter, {"name"}) + "=" + std::string(text->text()), at->span}});
  }

  const Value& application_;
  const bool is_template_;
  ReleaseContext& context_;
  std::vector<ChartRelease>& out_;
  std::map<std::string, const Value*> references_;
};

}  // namespace

bool IsArgoObject(const Value& root, std::string_view kind) {
  return TextAt(&root, {"apiVersion"}).starts_with("argoproj.io/") && TextAt(&root, {"kind"}) == kind;
}

bool IsApplication(const Value& root) {
  return IsArgoObject(root, "Application");
}

void ReadApplication(const Value& application, bool is_template, ReleaseContext& context,
                     std::vector<ChartRelease>& out) {
  ApplicationReader(application, is_template, context, out).Read();
}

}  // namespace kval::driver
