#include "src/kubernetes/workload.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/metadata.h"
#include "src/kubernetes/report_at.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Kind;

constexpr diag::Def<Text, Text> kNotSelected{
    diag::ResourceRule(7271),
    "the selector requires the label `{}` to be `{}`, but the template does not set it"};
constexpr diag::Def<> kNothingSelected{diag::ResourceRule(7272),
                                       "the selector is empty: it must select the template's pods"};

// Where a kind keeps the template of its pods.
struct Place {
  Text kind;
  std::array<Text, 4> keys;
  size_t depth;
};

constexpr Place kPlaces[] = {
    {"Pod", {}, 0},
    {"PodTemplate", {"template"}, 1},
    {"Deployment", {"spec", "template"}, 2},
    {"ReplicaSet", {"spec", "template"}, 2},
    {"DaemonSet", {"spec", "template"}, 2},
    {"StatefulSet", {"spec", "template"}, 2},
    {"ReplicationController", {"spec", "template"}, 2},
    {"Job", {"spec", "template"}, 2},
    {"CronJob", {"spec", "jobTemplate", "spec", "template"}, 4},
};

bool IsJob(Text kind) {
  return kind == "Job" || kind == "CronJob";
}

// Whether a label value is invalid in a way that is already reported.
bool IsNoLabel(const value::Value& value) {
  return value.kind != Kind::kString || IsRecovered(value) ||
         !GetFormatError("label-value", value.raw).empty();
}

void CheckSelects(const check::ValueCursor& selected, const check::ValueCursor& pod, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> metadata = At(pod, "metadata");
  const std::optional<check::ValueCursor> labels = metadata ? At(*metadata, "labels") : std::nullopt;
  if (labels && labels->value->kind != Kind::kMapping) {
    return;
  }
  diag::Path place = pod.path();
  place.push_back(diag::PathStep::Key("metadata"));
  place.push_back(diag::PathStep::Key("labels"));
  value::EntryIndex index;
  ForEachEntry(selected, [&](const check::ValueCursor& entry) {
    const std::string key = check::KeyName(*entry.key);
    const std::optional<check::ValueCursor> label = At(labels, key, index);
    const bool is_reported = IsNoLabel(*entry.value) || (label && IsNoLabel(*label->value));
    if (is_reported || (label && TextOf(*label) == TextOf(entry))) {
      return;
    }
    const check::ValueCursor& shown = labels ? *labels : entry;
    diag::DiagnosticBuilder builder = ReportAt(emit, shown, kNotSelected, key, TextOf(entry));
    builder.At(place).Hint("add the labels of the selector to the template");
    if (labels) {
      builder.Related(entry.value->span, "the selector");
    } else if (const auto misplaced = At(metadata, key, index)) {
      builder.SupersededBy(diag::Kind::kUnknownKey, misplaced->key->span);
    }
    builder.Emit();
  });
}

// Expressions must match the labels of the template.
void CheckExpressions(const check::ValueCursor& selector, const check::ValueCursor& pod,
                      diag::Emitter& emit) {
  TextMap<std::string, Text> labels;
  Follow(pod, {"metadata", "labels"}, [&](const check::ValueCursor& map) {
    ForEachEntry(
        map, [&](const check::ValueCursor& entry) { labels[check::KeyName(*entry.key)] = TextOf(entry); });
  });
  ForEachItemOf(selector, "matchExpressions", [&](const check::ValueCursor& item) {
    const std::optional<check::ValueCursor> key = At(item, "key");
    if (!key) {
      return;
    }
    const Text how = GetStringField(item, "operator");
    const auto label = labels.find(check::KeyName(*key->value));
    const bool has_label = label != labels.end();
    bool is_among = false;
    ForEachItemOf(item, "values", [&](const check::ValueCursor& value) {
      is_among = is_among || (has_label && TextOf(value) == label->second);
    });
    const bool holds = how == "In"             ? is_among
                       : how == "NotIn"        ? !is_among
                       : how == "Exists"       ? has_label
                       : how == "DoesNotExist" ? !has_label
                                               : true;
    if (!holds) {
      ReportAt(emit, item, kNotSelected, TextOf(*key), how).Emit();
    }
  });
}

void CheckSelector(const Resource& resource, const check::ValueCursor& pod, diag::Emitter& emit) {
  if (IsJob(resource.kind)) {
    bool is_own = false;
    Follow(resource.at, {"spec", "manualSelector"},
           [&](const check::ValueCursor& manual) { is_own = IsTrue(manual); });
    if (resource.kind != "Job" || !is_own) {
      return;  // made by the server
    }
  }
  Follow(resource.at, {"spec", "selector"}, [&](const check::ValueCursor& selector) {
    if (resource.kind == "ReplicationController") {
      CheckSelects(selector, pod, emit);
      return;
    }
    const std::optional<check::ValueCursor> labels = At(selector, "matchLabels");
    const std::optional<check::ValueCursor> expressions = At(selector, "matchExpressions");
    const auto is_empty = [](const std::optional<check::ValueCursor>& part) {
      return !part || (part->value->entries().empty() && part->value->kind == Kind::kMapping) ||
             (part->value->kind == Kind::kSequence && part->value->items().empty());
    };
    if (selector.value->kind == Kind::kMapping && is_empty(labels) && is_empty(expressions) &&
        !IsJob(resource.kind)) {
      ReportAt(emit, selector, kNothingSelected).Emit();
      return;
    }
    if (labels) {
      CheckSelects(*labels, pod, emit);
    }
    CheckExpressions(selector, pod, emit);
  });
}

}  // namespace

void ForEachPod(const Resource& resource, const std::function<void(const PodTemplate&)>& then) {
  const auto* place = std::find_if(std::begin(kPlaces), std::end(kPlaces),
                                   [&](const Place& row) { return row.kind == resource.kind; });
  if (place == std::end(kPlaces)) {
    return;
  }
  Follow(resource.at, std::span(place->keys).first(place->depth), [&](const check::ValueCursor& owner) {
    if (const std::optional<check::ValueCursor> spec = At(owner, "spec")) {
      then({owner, *spec, place->depth == 0});
    }
  });
}

void CheckWorkload(const Resource& resource, diag::Emitter& emit) {
  ForEachPod(resource, [&](const PodTemplate& pod) {
    if (pod.is_pod) {
      return;
    }
    if (const std::optional<check::ValueCursor> metadata = At(pod.owner, "metadata")) {
      CheckTemplateMetadata(*metadata, emit);
    }
    CheckSelector(resource, pod.owner, emit);
  });
  const std::optional<check::ValueCursor> spec = At(resource.at, "spec");
  if (!spec) {
    return;
  }
  if (resource.kind == "Job") {
    CheckJob(*spec, emit);
    CheckJobName(resource, *spec, emit);
  } else if (resource.kind == "CronJob") {
    Follow(*spec, {"jobTemplate", "spec"}, [&](const check::ValueCursor& job) { CheckJob(job, emit); });
  }
}

}  // namespace kval::kubernetes
