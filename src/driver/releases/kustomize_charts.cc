#include "src/driver/releases/kustomize_charts.h"

#include <memory>
#include <string>
#include <utility>

#include "src/driver/releases/fields.h"
#include "src/driver/releases/manifest_patches.h"
#include "src/support/lexical_path.h"

namespace kval::driver {
namespace {

using value::Value;

ChartReference ReferenceOf(const Value& chart, const Value& kustomization, const ReleaseContext& context) {
  ChartReference reference;
  const Value* name = FieldAt(&chart, {"name"});
  std::string home = TextAt(&kustomization, {"helmGlobals", "chartHome"});
  home = home.empty() ? "charts" : home;
  reference.name = TextAt(&chart, {"name"});
  reference.version = TextAt(&chart, {"version"});
  reference.repository = TextAt(&chart, {"repo"});
  reference.at = name == nullptr ? chart.span : name->span;
  reference.directories = {LexicallyNormal(home.starts_with('/') ? home : context.directory + home)};
  return reference;
}

void ReadValues(const Value& chart, ReleaseContext& context, ChartRelease& release) {
  const std::string how = TextAt(&chart, {"valuesMerge"});
  const Value* values = MapAt(&chart, {"valuesInline"});
  const auto add_file = [&](const Value* file) {
    if (file != nullptr && !file->raw.empty()) {
      // The check of the kustomization reports a missing file.
      const size_t count = release.inputs.size();
      context.AddValuesFile(context.directory + std::string(file->raw), file->span, true, release);
      if (release.inputs.size() == count) {
        release.unknown_values = "a values file was not found";
      }
    }
  };
  const Value* file = FieldAt(&chart, {"valuesFile"});
  const bool is_inline_first = how == "merge";
  if (is_inline_first && values != nullptr) {
    release.inputs.push_back({nullptr, values});
  }
  if (how != "replace" || values == nullptr) {
    add_file(file);
  }
  if (!is_inline_first && values != nullptr) {
    release.inputs.push_back({nullptr, values});
  }
  for (const Value* more : ItemsAt(&chart, {"additionalValuesFiles"})) {
    add_file(more);
  }
}

}  // namespace

bool HasHelmCharts(const Value& kustomization) {
  return !ItemsAt(&kustomization, {"helmCharts"}).empty();
}

void ReadHelmCharts(const Value& kustomization, ReleaseContext& context, std::vector<ChartRelease>& out) {
  const auto patches = std::make_shared<ManifestPatches>();
  patches->Add(kustomization, "", context);
  patches->AddUnapplied(kustomization, {"replacements", "transformers"});
  for (const Value* chart : ItemsAt(&kustomization, {"helmCharts"})) {
    ChartRelease release;
    release.patches = patches;
    release.unapplied = patches->unapplied();
    release.chart = ReferenceOf(*chart, kustomization, context);
    if (release.chart.name.empty()) {
      continue;
    }
    release.title = "the chart `" + release.chart.name + "`";
    release.name = TextAt(chart, {"releaseName"});
    release.name_space = TextAt(chart, {"namespace"});
    release.kube_version = TextAt(chart, {"kubeVersion"});
    for (const Value* version : ItemsAt(chart, {"apiVersions"})) {
      release.api_versions.emplace_back(version->raw);
    }
    ReadValues(*chart, context, release);
    out.push_back(std::move(release));
  }
}

}  // namespace kval::driver
