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

constexpr diag::Def<Text, Text> kNoLabel{diag::Kind::kBadName, "`{}` cannot be the value of a label: {}"};
constexpr diag::Def<Text, Text> kNoNode{diag::Kind::kBadName, "`{}` cannot be the name of a node: {}"};
constexpr diag::Def<Text, Text> kNoNumber{diag::ResourceRule(7204),
                                          "`{}` is not a whole number: no node matches `{}`"};
constexpr diag::Def<Text> kNoField{diag::ResourceRule(7205),
                                   "`{}` is not a selectable node field: `metadata.name` is"};
constexpr diag::Def<Text> kOperator{diag::ResourceRule(7206),
                                    "the operator `{}` is not for fields: `In` and `NotIn` are"};
constexpr diag::Def<> kOneValue{diag::ResourceRule(7207), "a field is compared with exactly one value"};

constexpr diag::Def<Text, Text> kSelected{diag::ResourceRule(7209), "the key `{}` is in `{}` as well"};

void CheckValues(const check::ValueCursor& item, Text format, const diag::Def<Text, Text>& def,
                 diag::Emitter& emit) {
  ForEachItemOf(item, "values", [&](const check::ValueCursor& value) {
    const std::string why =
        value.value->kind == value::Kind::kString ? GetFormatError(format, TextOf(value)) : std::string();
    if (!why.empty()) {
      ReportAt(emit, value, def, TextOf(value), why).Emit();
    }
  });
}

void CheckField(const check::ValueCursor& item, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> key = At(item, "key");
  const std::optional<check::ValueCursor> how = At(item, "operator");
  const Text text = how ? TextOf(*how) : Text();
  if (key && !TextOf(*key).empty() && TextOf(*key) != "metadata.name") {
    ReportAt(emit, *key, kNoField, TextOf(*key)).Emit();
  } else {
    CheckValues(item, "dns1123-subdomain", kNoNode, emit);
  }
  if (text == "Exists" || text == "DoesNotExist" || text == "Gt" || text == "Lt") {
    ReportAt(emit, *how, kOperator, text).Emit();
    return;
  }
  // The existence of values is checked for all requirements.
  const std::optional<check::ValueCursor> values = At(item, "values");
  if (values && values->value->kind == value::Kind::kSequence && values->value->items().size() > 1) {
    ReportAt(emit, *values, kOneValue).Emit();
  }
}

// Values that are not numbers are accepted, but no node matches them.
void WarnOfNoNumber(const check::ValueCursor& item, diag::Emitter& emit) {
  const Text how = GetStringField(item, "operator");
  if (how != "Gt" && how != "Lt") {
    return;
  }
  ForEachItemOf(item, "values", [&](const check::ValueCursor& value) {
    Text text = TextOf(value);
    text.remove_prefix(text.starts_with('-') || text.starts_with('+') ? 1 : 0);
    if (value.value->kind == value::Kind::kString &&
        (text.empty() || text.find_first_not_of("0123456789") != Text::npos)) {
      ReportAt(emit, value, kNoNumber, TextOf(value), how).As(diag::Severity::kWarning).Emit();
    }
  });
}

// Of nodes that are only preferred, labels may have any value.
void CheckTerm(const check::ValueCursor& term, bool is_required, diag::Emitter& emit) {
  ForEachItemOf(term, "matchExpressions", [&](const check::ValueCursor& item) {
    WarnOfNoNumber(item, emit);
    if (is_required) {
      CheckValues(item, "label-value", kNoLabel, emit);
    }
  });
  ForEachItemOf(term, "matchFields", [&](const check::ValueCursor& item) { CheckField(item, emit); });
}

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

void CheckAffinity(const check::ValueCursor& affinity, diag::Emitter& emit) {
  if (const std::optional<check::ValueCursor> of_nodes = At(affinity, "nodeAffinity")) {
    if (const std::optional<check::ValueCursor> required = At(*of_nodes, kRequired)) {
      CheckNodeSelector(*required, emit);
    }
    ForEachItemOf(*of_nodes, kPreferred, [&](const check::ValueCursor& item) {
      if (const std::optional<check::ValueCursor> term = At(item, "preference")) {
        CheckTerm(*term, false, emit);
      }
    });
  }
  ForEachPodTerm(affinity, [&](const check::ValueCursor& term) { CheckOpposites(term, emit); });
}

}  // namespace

void CheckNodeSelector(const check::ValueCursor& selector, diag::Emitter& emit) {
  ForEachItemOf(selector, "nodeSelectorTerms",
                [&](const check::ValueCursor& term) { CheckTerm(term, true, emit); });
}

void CheckScheduling(const PodTemplate& pod, Text k8s_version, diag::Emitter& emit) {
  const check::ValueCursor& spec = pod.spec;
  // The server merges labels of pods, not those of templates.
  const std::optional<check::ValueCursor> metadata = At(pod.owner, "metadata");
  const std::optional<check::ValueCursor> labels =
      metadata && pod.is_pod ? At(*metadata, "labels") : std::nullopt;
  if (const std::optional<check::ValueCursor> affinity = At(spec, "affinity")) {
    CheckAffinity(*affinity, emit);
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
