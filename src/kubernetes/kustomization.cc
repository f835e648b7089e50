#include "src/kubernetes/kustomization.h"

#include <algorithm>
#include <optional>
#include <string>

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/report_at.h"
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
constexpr diag::Def<> kPatch{diag::ResourceRule(7090), "a patch requires either `path` or `patch`"};
constexpr diag::Def<> kLiteral{diag::ResourceRule(7091), "a literal has the form `key=value`"};
constexpr diag::Def<Text> kBehavior{diag::Kind::kOneOf,
                                    "kustomize has no behavior `{}`: the generator creates a resource"};
constexpr diag::Def<Text> kTwice{diag::ResourceRule(7092), "`{}` is listed twice"};

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

void CheckWhatItIs(const check::ValueCursor& at, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> kind = At(at, "kind");
  const std::optional<check::ValueCursor> api_version = At(at, "apiVersion");
  if (kind && !TextOf(*kind).empty() && !IsOneOf(TextOf(*kind), {"Kustomization", kComponent})) {
    ReportAt(emit, *kind, kKind, TextOf(*kind)).Hint("it is `Kustomization` or `Component`").Emit();
    return;
  }
  const Text expected = KustomizationApi(kind ? TextOf(*kind) : Text());
  if (api_version && !TextOf(*api_version).empty() && TextOf(*api_version) != expected) {
    ReportAt(emit, *api_version, kApi, expected.ends_with("v1alpha1") ? kComponent : Text("Kustomization"),
             expected)
        .Emit();
  }
}

void CheckPatches(const check::ValueCursor& at, diag::Emitter& emit) {
  for (const Text list : {Text("patches"), Text("patchesJson6902")}) {
    ForEachItemOf(at, list, [&](const check::ValueCursor& item) {
      const bool has_path = !GetStringField(item, "path").empty();
      const bool has_patch = !GetStringField(item, "patch").empty();
      if (item.value->kind == Kind::kMapping && has_path == has_patch && !IsRecovered(*item.value)) {
        ReportAt(emit, item, kPatch).Label(has_path ? "this has both" : "this has neither").Emit();
      }
    });
  }
}

void CheckGenerators(const check::ValueCursor& at, diag::Emitter& emit) {
  for (const Text list : {Text("configMapGenerator"), Text("secretGenerator")}) {
    ForEachItemOf(at, list, [&](const check::ValueCursor& generator) {
      const std::optional<check::ValueCursor> behavior = At(generator, "behavior");
      if (behavior && !IsOneOf(TextOf(*behavior), {"", "create", "merge", "replace"})) {
        ReportAt(emit, *behavior, kBehavior, TextOf(*behavior))
            .As(diag::Severity::kWarning)
            .Hint("use `create`, `merge` or `replace`")
            .Emit();
      }
      ForEachItemOf(generator, "literals", [&](const check::ValueCursor& literal) {
        if (literal.value->kind == Kind::kString && TextOf(literal).find('=') == Text::npos) {
          ReportAt(emit, literal, kLiteral).Emit();
        }
      });
    });
  }
}

// Loading the same file twice gives two resources with one name, which kustomize refuses.
void CheckLists(const check::ValueCursor& at, diag::Emitter& emit) {
  for (const Text list : {Text("resources"), Text("components"), Text("bases")}) {
    TextMap<Text, source::Span> seen;
    ForEachItemOf(at, list, [&](const check::ValueCursor& item) {
      const Text path = TextOf(item);
      if (const auto [first, is_new] = seen.emplace(path, item.value->span); !is_new && !path.empty()) {
        ReportAt(emit, item, kTwice, path).Related(first->second, "here first").Emit();
      }
    });
  }
}

}  // namespace

bool IsKustomization(const value::Value& document, Text path) {
  if (document.kind != Kind::kMapping) {
    return false;
  }
  const check::ValueCursor at = check::ValueCursor::Document(document);
  const Text api_version = GetStringField(at, "apiVersion");
  if (!api_version.empty()) {
    return api_version.starts_with(kGroup);
  }
  const Text kind = GetStringField(at, "kind");
  return IsKustomizationName(path) && IsOneOf(kind, {"", "Kustomization", kComponent});
}

bool IsFluxKustomization(const value::Value& document) {
  if (document.kind != Kind::kMapping) {
    return false;
  }
  const check::ValueCursor at = check::ValueCursor::Document(document);
  return GetStringField(at, "kind") == "Kustomization" &&
         GetStringField(at, "apiVersion").starts_with("kustomize.toolkit.fluxcd.io/");
}

bool IsKustomizationName(Text path) {
  const Text name = GetFileName(path);
  return IsOneOf(name, {"kustomization.yaml", "kustomization.yml", "Kustomization"});
}

Text KustomizationKind(const value::Value& document) {
  const bool is_component = GetStringField(check::ValueCursor::Document(document), "kind") == kComponent;
  return is_component ? kComponent : Text("Kustomization");
}

Text KustomizationApi(Text kind) {
  return kind == kComponent ? "kustomize.config.k8s.io/v1alpha1" : "kustomize.config.k8s.io/v1beta1";
}

AddedFields FillingsOf(const value::Value& kustomization) {
  const check::ValueCursor at = check::ValueCursor::Document(kustomization);
  const auto has_entries = [](const std::optional<check::ValueCursor>& map) {
    return map && !map->value->entries().empty();
  };
  AddedFields fillings;
  fillings.namespaces = !GetStringField(at, "namespace").empty();
  fillings.selectors = has_entries(At(at, "commonLabels"));
  ForEachItemOf(at, "labels", [&](const check::ValueCursor& labels) {
    fillings.selectors =
        fillings.selectors || (IsTrue(At(labels, "includeSelectors")) && has_entries(At(labels, "pairs")));
  });
  return fillings;
}

void CheckKustomization(const check::ValueCursor& at, diag::Emitter& emit) {
  CheckWhatItIs(at, emit);
  for (const Renamed& renamed : kRenamed) {
    if (const std::optional<check::ValueCursor> found = At(at, renamed.old_name)) {
      ReportAtKey(emit, *found, kDeprecated, renamed.old_name)
          .Subject(std::string(renamed.old_name))
          .Hint(std::string(renamed.hint))
          .Emit();
    }
  }
  CheckPatches(at, emit);
  CheckGenerators(at, emit);
  CheckLists(at, emit);
}

}  // namespace kval::kubernetes
