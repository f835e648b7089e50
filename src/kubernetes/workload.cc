#include "src/kubernetes/workload.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <string>

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/metadata.h"
#include "src/kubernetes/report_at.h"
#include "src/kubernetes/similar_key.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Kind;

constexpr diag::Def<Text, Text> kNotSelected{
    diag::ResourceRule(7271),
    "the selector requires the label `{}` to be `{}`, but the template does not set it"};
constexpr diag::Def<> kNothingSelected{diag::ResourceRule(7272),
                                       "the selector is empty: it must select the template's pods"};
constexpr diag::Def<> kNoProgress{
    diag::ResourceRule(7277), "a rolling update requires `maxUnavailable` or `maxSurge` to be larger than 0"};
constexpr diag::Def<> kSurge{diag::ResourceRule(7278),
                             "with `maxSurge` a DaemonSet requires `maxUnavailable: 0`; the default is 1"};
constexpr diag::Def<Text> kTooMuch{diag::ResourceRule(7279), "`{}` must not be above 100%"};
constexpr diag::Def<int64_t> kDeadline{
    diag::ResourceRule(7280), "`progressDeadlineSeconds` must be larger than `minReadySeconds`, which is {}"};
constexpr diag::Def<int64_t> kDefaultDeadline{
    diag::ResourceRule(7281),
    "`minReadySeconds` must be below `progressDeadlineSeconds`, which is {} by default"};

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
  constexpr Text kLabels[] = {"metadata", "labels"};
  Follow(pod, kLabels, [&](const check::ValueCursor& map) {
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
  constexpr Text kKeys[] = {"spec", "selector"};
  if (IsJob(resource.kind)) {
    constexpr Text kManual[] = {"spec", "manualSelector"};
    bool is_own = false;
    Follow(resource.at, kManual, [&](const check::ValueCursor& manual) { is_own = IsTrue(manual); });
    if (resource.kind != "Job" || !is_own) {
      return;  // made by the server
    }
  }
  Follow(resource.at, kKeys, [&](const check::ValueCursor& selector) {
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

bool IsZero(const std::optional<check::ValueCursor>& number) {
  return number && (GetInteger(*number) == 0 || PercentOf(TextOf(*number)) == 0);
}

void CheckDeployment(const check::ValueCursor& spec, diag::Emitter& emit) {
  if (const std::optional<check::ValueCursor> strategy = At(spec, "strategy")) {
    const std::optional<check::ValueCursor> rolling = At(*strategy, "rollingUpdate");
    if (rolling && GetStringField(*strategy, "type") != "Recreate") {
      CheckShare(*rolling, "maxUnavailable", emit);
    }
    if (rolling && IsZero(At(*rolling, "maxUnavailable")) && IsZero(At(*rolling, "maxSurge"))) {
      ReportAtKey(emit, *rolling, kNoProgress).Emit();
    }
  }
  const std::optional<check::ValueCursor> deadline = At(spec, "progressDeadlineSeconds");
  const std::optional<check::ValueCursor> ready = At(spec, "minReadySeconds");
  const int64_t least = ready ? GetInteger(*ready).value_or(0) : 0;
  constexpr int64_t kDefault = 600;  // SetDefaults_Deployment of apps/v1
  if (deadline && GetInteger(*deadline).value_or(least + 1) <= least) {
    ReportAt(emit, *deadline, kDeadline, least).Emit();
  } else if (ready && !deadline && least >= kDefault && !HasSimilarKey(spec, "progressDeadlineSeconds")) {
    ReportAt(emit, *ready, kDefaultDeadline, kDefault).Emit();
  }
}

// The server validates `rollingUpdate` only for that type of strategy, which is the default.
void CheckDaemonSet(const check::ValueCursor& spec, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> strategy = At(spec, "updateStrategy");
  const std::optional<check::ValueCursor> type = strategy ? At(*strategy, "type") : std::nullopt;
  const std::optional<check::ValueCursor> rolling = strategy ? At(*strategy, "rollingUpdate") : std::nullopt;
  if (!rolling || (type && TextOf(*type) == "OnDelete")) {
    return;
  }
  CheckShare(*rolling, "maxUnavailable", emit);
  CheckShare(*rolling, "maxSurge", emit);
  const std::optional<check::ValueCursor> surge = At(*rolling, "maxSurge");
  // Without `maxUnavailable` one pod may be.
  if (surge && !IsZero(surge) && !IsZero(At(*rolling, "maxUnavailable")) && !IsRecovered(*rolling->value)) {
    ReportAtKey(emit, *surge, kSurge).Emit();
  } else if (IsZero(At(*rolling, "maxUnavailable")) && (!surge || IsZero(surge)) &&
             !HasSimilarKey(*rolling, "maxSurge") && !IsRecovered(*rolling->value)) {
    ReportAtKey(emit, *rolling, kNoProgress).Emit();
  }
}

}  // namespace

std::optional<int64_t> PercentOf(Text text) {
  if (!text.ends_with('%') || !GetFormatError("percent", text).empty()) {
    return std::nullopt;
  }
  text.remove_suffix(1);
  int64_t percent = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), percent);
  return read.ec == std::errc() ? std::optional(percent) : std::nullopt;
}

void CheckShare(const check::ValueCursor& map, Text key, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> at = At(map, key);
  if (at && PercentOf(TextOf(*at)).value_or(0) > 100) {
    ReportAt(emit, *at, kTooMuch, key).Emit();
  }
}

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
  if (resource.kind == "Deployment") {
    CheckDeployment(*spec, emit);
  } else if (resource.kind == "DaemonSet") {
    CheckDaemonSet(*spec, emit);
  } else if (resource.kind == "Job") {
    CheckJob(*spec, emit);
    CheckJobName(resource, *spec, emit);
  } else if (resource.kind == "CronJob") {
    constexpr Text kKeys[] = {"jobTemplate", "spec"};
    Follow(*spec, kKeys, [&](const check::ValueCursor& job) {
      CheckJob(job, emit);
      CheckJobOfMany(job, emit);
    });
  }
}

}  // namespace kval::kubernetes
