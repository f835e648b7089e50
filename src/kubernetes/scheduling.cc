#include "src/kubernetes/scheduling.h"

#include <optional>
#include <string>

#include "schemas/kubernetes/feature_gates.h"

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/report_at.h"
#include "src/support/keyed_hash.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using schemas::kubernetes::Feature;

constexpr diag::Def<Text, Text> kSelected{diag::ResourceRule(7209), "the key `{}` is in `{}` as well"};

// Reports keys that the selector of a constraint or an affinity term names, too. `is_merged`: the server adds
// a requirement for each key that the pod has as a label, and refuses two of one key.
void CheckSelected(const check::ValueCursor& term, const std::optional<check::ValueCursor>& own_labels,
                   bool is_merged, diag::Emitter& emit) {
  TextMap<std::string, size_t> selected;
  if (const std::optional<check::ValueCursor> selector = At(term, "labelSelector")) {
    if (const std::optional<check::ValueCursor> labels = At(*selector, "matchLabels")) {
      ForEachEntry(*labels, [&](const check::ValueCursor& label) { ++selected[check::KeyName(*label.key)]; });
    }
    ForEachItemOf(*selector, "matchExpressions", [&](const check::ValueCursor& item) {
      ++selected[std::string(GetStringField(item, "key"))];
    });
  }
  ForEachItemOf(term, "matchLabelKeys", [&](const check::ValueCursor& key) {
    const auto found = selected.find(TextOf(key));
    if (TextOf(key).empty() || found == selected.end()) {
      return;
    }
    const bool is_added = is_merged && own_labels && At(*own_labels, TextOf(key));
    if (!is_merged || found->second + (is_added ? 1 : 0) > 1) {
      ReportAt(emit, key, kSelected, TextOf(key), "labelSelector").Emit();
    }
  });
}

// Keys that must match and must not.
void CheckOpposites(const check::ValueCursor& term, diag::Emitter& emit) {
  TextSet<Text> others;
  ForEachItemOf(term, "mismatchLabelKeys",
                [&](const check::ValueCursor& key) { others.insert(TextOf(key)); });
  ForEachItemOf(term, "matchLabelKeys", [&](const check::ValueCursor& key) {
    if (!TextOf(key).empty() && others.count(TextOf(key)) > 0) {
      ReportAt(emit, key, kSelected, TextOf(key), "mismatchLabelKeys").Emit();
    }
  });
}

constexpr Text kRequired = "requiredDuringSchedulingIgnoredDuringExecution";
constexpr Text kPreferred = "preferredDuringSchedulingIgnoredDuringExecution";

// Calls `then` with each term about pods.
template <typename Then>
void ForEachPodTerm(const check::ValueCursor& affinity, Then then) {
  for (const Text key : {Text("podAffinity"), Text("podAntiAffinity")}) {
    if (const std::optional<check::ValueCursor> of_pods = At(affinity, key)) {
      ForEachItemOf(*of_pods, kRequired, then);
      ForEachItemOf(*of_pods, kPreferred, [&](const check::ValueCursor& item) {
        if (const std::optional<check::ValueCursor> term = At(item, "podAffinityTerm")) {
          then(*term);
        }
      });
    }
  }
}

}  // namespace

void CheckScheduling(const PodTemplate& pod, Text k8s_version, diag::Emitter& emit) {
  const check::ValueCursor& spec = pod.spec;
  // The server merges labels of pods, not those of templates.
  const std::optional<check::ValueCursor> metadata = At(pod.owner, "metadata");
  const std::optional<check::ValueCursor> labels =
      metadata && pod.is_pod ? At(*metadata, "labels") : std::nullopt;
  if (const std::optional<check::ValueCursor> affinity = At(spec, "affinity")) {
    ForEachPodTerm(*affinity, [&](const check::ValueCursor& term) { CheckOpposites(term, emit); });
    if (IsEnabled(Feature::kMatchLabelKeysInPodAffinity, k8s_version)) {
      ForEachPodTerm(*affinity,
                     [&](const check::ValueCursor& term) { CheckSelected(term, labels, true, emit); });
    }
  }
  ForEachItemOf(spec, "topologySpreadConstraints", [&](const check::ValueCursor& constraint) {
    if (IsEnabled(Feature::kMatchLabelKeysInPodTopologySpread, k8s_version)) {
      CheckSelected(constraint, labels,
                    IsEnabled(Feature::kMatchLabelKeysInPodTopologySpreadSelectorMerge, k8s_version), emit);
    }
  });
}

}  // namespace kval::kubernetes
