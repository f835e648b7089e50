#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/kind_rules.h"
#include "src/kubernetes/report_at.h"
#include "src/kubernetes/similar_key.h"

// Leases and events: their times are exact to the microsecond (apimachinery, pkg/apis/meta/v1, MicroTime).
namespace kval::kubernetes {
namespace {

using Text = std::string_view;

constexpr diag::Def<> kMicroTime{diag::ResourceRule(7095),
                                 "this time requires microseconds: `2024-01-01T00:00:00.000000Z`"};
constexpr diag::Def<Text> kNoSpace{diag::Kind::kMissingRequired,
                                   "required key `namespace` is missing: the event is in the namespace `{}`"};
constexpr diag::Def<Text> kOtherSpace{diag::ResourceRule(7096),
                                      "an event must be in the namespace of its object: this one is in `{}`"};

constexpr diag::Def<Text, Text> kReporter{diag::Kind::kBadName,
                                          "`{}` cannot be the name of a controller that reports: {}"};
constexpr diag::Def<Text, size_t> kLongText{diag::ResourceRule(7097),
                                            "the `{}` of an event has at most {} bytes"};
constexpr diag::Def<Text> kOfNewEvent{diag::Kind::kMissingRequired,
                                      "required key `{}` is missing: an event with an `eventTime` has one"};

// Requires a valid time, which is checked elsewhere.
void CheckMicroTime(const check::ValueCursor& map, Text key, diag::Emitter& emit) {
  constexpr size_t kSeconds = Text("2024-01-01T00:00:00").size();
  constexpr size_t kDigits = 6;
  const std::optional<check::ValueCursor> at = At(map, key);
  const Text text = at ? TextOf(*at) : Text();
  if (text.empty() || !GetFormatError("date-time", text).empty()) {
    return;
  }
  const Text rest = text.substr(kSeconds);
  const size_t digits = rest.starts_with('.') ? rest.find_first_not_of("0123456789", 1) - 1 : 0;
  if (digits != kDigits) {
    ReportAt(emit, *at, kMicroTime).Emit();
  }
}

// The formats and lengths of the fields of an event with `eventTime`.
void CheckNewEvent(const Resource& resource, Text reporter, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> name = At(resource.at, reporter);
  const Text text = name ? TextOf(*name) : Text();
  if (const std::string why = text.empty() ? std::string() : GetFormatError("qualified-name", text);
      !why.empty()) {
    ReportAt(emit, *name, kReporter, text, why).Emit();
  }
  const bool is_new = resource.api_version.starts_with("events.k8s.io/");
  const std::pair<Text, size_t> limits[] = {
      {"reportingInstance", 128}, {"action", 128}, {"reason", 128}, {is_new ? "note" : "message", 1024}};
  for (const auto& [key, most] : limits) {
    const std::optional<check::ValueCursor> at = At(resource.at, key);
    if (at && TextOf(*at).size() > most) {
      ReportAt(emit, *at, kLongText, key, most).Emit();
    }
  }
}

}  // namespace

void CheckLease(const Resource& resource, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> spec = At(resource.at, "spec");
  if (!spec) {
    return;
  }
  for (const Text key : {Text("acquireTime"), Text("renewTime"), Text("pingTime")}) {
    CheckMicroTime(*spec, key, emit);
  }
}

// pkg/apis/core/validation, legacyValidateEvent. An event without a namespace gets that of the request.
void CheckEvent(const Resource& resource, diag::Emitter& emit) {
  const bool is_new = resource.api_version.starts_with("events.k8s.io/");
  const Text about = is_new ? Text("regarding") : Text("involvedObject");
  const std::optional<check::ValueCursor> metadata = At(resource.at, "metadata");
  const std::optional<check::ValueCursor> object = At(resource.at, about);
  const Text own = metadata ? GetStringField(*metadata, "namespace") : Text();
  const bool has_time = !GetStringField(resource.at, "eventTime").empty();
  const bool is_elsewhere = !own.empty() && own != "default" && !(has_time && own == "kube-system");
  if (!object && is_elsewhere && !IsRecovered(*resource.at.value) && !HasSimilarKey(resource.at, about)) {
    diag::Path path = GetMissingKeyPath(resource.at, about);
    path.push_back(diag::PathStep::Key("namespace"));
    ReportMissing(emit, resource.at, about, kNoSpace, own).At(std::move(path)).Emit();
  }
  if (object && !own.empty() && !IsRecovered(*object->value) && !HasSimilarKey(*object, "namespace")) {
    const std::optional<check::ValueCursor> space = At(*object, "namespace");
    if (!space && is_elsewhere) {
      ReportMissing(emit, *object, "namespace", kNoSpace, own).Emit();
    } else if (space && space->value->kind == value::Kind::kString && TextOf(*space) != own && !has_time) {
      ReportAt(emit, *space, kOtherSpace, own).Emit();
    }
  }
  if (!GetStringField(resource.at, "eventTime").empty() && !IsRecovered(*resource.at.value)) {
    const Text reporter = is_new ? Text("reportingController") : Text("reportingComponent");
    for (const Text key : {reporter, Text("reportingInstance"), Text("action"), Text("reason")}) {
      const std::optional<check::ValueCursor> at = At(resource.at, key);
      const bool is_there = at && (at->value->kind != value::Kind::kString || !TextOf(*at).empty());
      if (!is_there && !HasSimilarKey(resource.at, key, {"reportingComponent", "reportingController"})) {
        ReportMissing(emit, resource.at, key, kOfNewEvent, key).Emit();
      }
    }
    CheckNewEvent(resource, reporter, emit);
  }
  CheckMicroTime(resource.at, "eventTime", emit);
  if (const std::optional<check::ValueCursor> series = At(resource.at, "series")) {
    CheckMicroTime(*series, "lastObservedTime", emit);
  }
}

}  // namespace kval::kubernetes
