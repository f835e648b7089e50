#include "src/kubernetes/kustomization.h"

#include <algorithm>
#include <optional>
#include <string>

#include "src/kubernetes/node.h"
#include "src/kubernetes/tell.h"
#include "src/support/keyed_hash.h"
#include "src/support/path_text.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Kind;

constexpr Text kGroup = "kustomize.config.k8s.io/";
constexpr Text kComponent = "Component";

constexpr diag::Def<Text> kDeprecated{diag::Kind::kDeprecated, "`{}` is deprecated in kustomizations"};
constexpr diag::Def<Text, Text> kApi{diag::Kind::kUnknownResource, "the apiVersion of a {} is `{}`"};
constexpr diag::Def<Text> kKind{diag::Kind::kUnknownResource, "kustomize has no kind {}"};
constexpr diag::Def<> kPatch{diag::Kind::kResource, "a patch requires either `path` or `patch`"};
constexpr diag::Def<> kLiteral{diag::Kind::kResource, "a literal has the form `key=value`"};
constexpr diag::Def<Text> kTwice{diag::Kind::kResource, "`{}` is listed twice"};

struct Renamed {
  Text old_name, hint;
};

constexpr Renamed kRenamed[] = {
    {"bases", "use `resources`"},
    {"commonLabels", "use `labels`, with `includeSelectors: true`"},
    {"imageTags", "use `images`"},
    {"patchesJson6902", "use `patches`"},
    {"patchesStrategicMerge", "use `patches`"},
    {"vars", "use `replacements`"},
    {"helmChartInflationGenerator", "use `helmCharts`"},
};

bool IsOneOf(Text name, std::initializer_list<Text> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

void CheckWhatItIs(const check::Trail& at, diag::Emitter& emit) {
  const std::optional<check::Trail> kind = At(at, "kind");
  const std::optional<check::Trail> api_version = At(at, "apiVersion");
  if (kind && !TextOf(*kind).empty() && !IsOneOf(TextOf(*kind), {"Kustomization", kComponent})) {
    Tell(emit, *kind, kKind, TextOf(*kind)).Hint("it is `Kustomization` or `Component`").Emit();
    return;
  }
  const Text wanted = KustomizationApi(kind ? TextOf(*kind) : Text());
  if (api_version && !TextOf(*api_version).empty() && TextOf(*api_version) != wanted) {
    Tell(emit, *api_version, kApi, wanted.ends_with("v1alpha1") ? kComponent : Text("Kustomization"), wanted)
        .Emit();
  }
}

void CheckPatches(const check::Trail& at, diag::Emitter& emit) {
  for (const Text list : {Text("patches"), Text("patchesJson6902")}) {
    ForEachItemOf(at, list, [&](const check::Trail& item) {
      const bool has_path = !TextAt(item, "path").empty();
      const bool has_patch = !TextAt(item, "patch").empty();
      if (item.value->kind == Kind::kMapping && has_path == has_patch && !HasGap(*item.value)) {
        Tell(emit, item, kPatch).Label(has_path ? "this has both" : "this has neither").Emit();
      }
    });
  }
}

void CheckGenerators(const check::Trail& at, diag::Emitter& emit) {
  for (const Text list : {Text("configMapGenerator"), Text("secretGenerator")}) {
    ForEachItemOf(at, list, [&](const check::Trail& generator) {
      ForEachItemOf(generator, "literals", [&](const check::Trail& literal) {
        if (literal.value->kind == Kind::kString && TextOf(literal).find('=') == Text::npos) {
          Tell(emit, literal, kLiteral).Emit();
        }
      });
    });
  }
}

// Loading the same file twice gives two resources with one name, which kustomize refuses.
void CheckLists(const check::Trail& at, diag::Emitter& emit) {
  for (const Text list : {Text("resources"), Text("components"), Text("bases")}) {
    TextMap<Text, source::Span> seen;
    ForEachItemOf(at, list, [&](const check::Trail& item) {
      const Text path = TextOf(item);
      if (const auto [first, is_new] = seen.emplace(path, item.value->span); !is_new && !path.empty()) {
        Tell(emit, item, kTwice, path).Related(first->second, "here first").Emit();
      }
    });
  }
}

}  // namespace

bool IsKustomization(const value::Value& document, Text path) {
  if (document.kind != Kind::kMapping) {
    return false;
  }
  const check::Trail at = check::Trail::Document(document);
  const Text api_version = TextAt(at, "apiVersion");
  if (!api_version.empty()) {
    return api_version.starts_with(kGroup);
  }
  const Text kind = TextAt(at, "kind");
  return IsKustomizationName(path) && IsOneOf(kind, {"", "Kustomization", kComponent});
}

bool IsKustomizationName(Text path) {
  const Text name = FileNameOf(path);
  return IsOneOf(name, {"kustomization.yaml", "kustomization.yml", "Kustomization"});
}

Text KustomizationKind(const value::Value& document) {
  const bool is_component = TextAt(check::Trail::Document(document), "kind") == kComponent;
  return is_component ? kComponent : Text("Kustomization");
}

Text KustomizationApi(Text kind) {
  return kind == kComponent ? "kustomize.config.k8s.io/v1alpha1" : "kustomize.config.k8s.io/v1beta1";
}

Fillings FillingsOf(const value::Value& kustomization) {
  const check::Trail at = check::Trail::Document(kustomization);
  const auto has_entries = [](const std::optional<check::Trail>& map) {
    return map && !map->value->entries().empty();
  };
  Fillings fillings;
  fillings.namespaces = !TextAt(at, "namespace").empty();
  fillings.selectors = has_entries(At(at, "commonLabels"));
  ForEachItemOf(at, "labels", [&](const check::Trail& labels) {
    fillings.selectors =
        fillings.selectors || (IsTrue(At(labels, "includeSelectors")) && has_entries(At(labels, "pairs")));
  });
  return fillings;
}

void CheckKustomization(const check::Trail& at, diag::Emitter& emit) {
  CheckWhatItIs(at, emit);
  for (const Renamed& renamed : kRenamed) {
    if (const std::optional<check::Trail> found = At(at, renamed.old_name)) {
      TellKey(emit, *found, kDeprecated, renamed.old_name).Hint(std::string(renamed.hint)).Emit();
    }
  }
  CheckPatches(at, emit);
  CheckGenerators(at, emit);
  CheckLists(at, emit);
}

}  // namespace kval::kubernetes
