#include <optional>
#include <string>
#include <string_view>

#include "schemas/kubernetes/api_table.h"
#include "src/kubernetes/accessors.h"
#include "src/kubernetes/kind_rules.h"
#include "src/kubernetes/report_at.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;

constexpr diag::Def<int64_t> kMinAboveMax{diag::ResourceRule(7024),
                                          "`maxReplicas` must not be below `minReplicas`, which is {}"};
constexpr diag::Def<> kNoGroup{diag::ResourceRule(7026),
                               "the `apiVersion` of the scale target must include its API group"};
constexpr diag::Def<Text> kNoVersion{
    diag::ResourceRule(7027),
    "`{}` is not an `apiVersion`: it must have one `/`, between the group and the version"};
constexpr diag::Def<Text, Text> kNoSource{diag::Kind::kMissingRequired,
                                          "required key `{}` is missing: a metric of type `{}` requires it"};
constexpr diag::Def<Text, Text> kOtherSource{diag::ResourceRule(7028),
                                             "`{}` is not for a metric of the type `{}`"};

struct Source {
  Text type, key;
};

constexpr Source kSources[] = {{"Object", "object"},
                               {"Pods", "pods"},
                               {"Resource", "resource"},
                               {"External", "external"},
                               {"ContainerResource", "containerResource"}};

void CheckTarget(const Resource& resource, const check::ValueCursor& spec, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> target = At(spec, "scaleTargetRef");
  // Asked for since 1.35. A replication controller has no group.
  const bool is_requested =
      target && schemas::kubernetes::IsAtLeast(resource.k8s_version, "1.35") && !IsRecovered(*target->value);
  const Text text = is_requested ? GetStringField(*target, "apiVersion") : Text();
  const size_t slash = text.find('/');
  const bool names_a_group = slash != Text::npos && slash != 0;
  const bool needs_group = target && GetStringField(*target, "kind") != "ReplicationController";
  if (!is_requested || (names_a_group ? text.rfind('/') == slash : !needs_group)) {
    return;
  }
  const std::optional<check::ValueCursor> api_version = At(*target, "apiVersion");
  if (names_a_group) {
    ReportAt(emit, *api_version, kNoVersion, text).Emit();
    return;
  }
  if (api_version && api_version->value->kind != value::Kind::kString) {
    return;
  }
  diag::Path path = target->path();
  path.push_back(diag::PathStep::Key("apiVersion"));
  const check::ValueCursor& at = api_version ? *api_version : *target;
  emit.Report(check::PlaceOf(at.key, *at.value), kNoGroup)
      .At(path)
      .Hint(GetStringField(*target, "kind") == "Deployment" ? "use `apiVersion: apps/v1`" : "")
      .Emit();
}

void CheckMetric(const check::ValueCursor& metric, diag::Emitter& emit) {
  const Text type = GetStringField(metric, "type");
  Text expected;
  for (const Source& source : kSources) {
    expected = source.type == type ? source.key : expected;
  }
  if (expected.empty() || metric.value->kind != value::Kind::kMapping) {
    return;
  }
  if (At(metric, expected)) {
    expected = {};
  }
  bool is_reported = false;
  for (const Source& source : kSources) {
    const std::optional<check::ValueCursor> found = At(metric, source.key);
    if (found && source.type != type) {
      ReportAtKey(emit, *found, kOtherSource, source.key, type)
          .Hint(expected.empty() ? std::string() : "it requires `" + std::string(expected) + "`")
          .Emit();
      is_reported = true;
    }
  }
  if (!expected.empty() && !is_reported && !IsRecovered(*metric.value)) {
    ReportMissing(emit, metric, expected, kNoSource, expected, type).Emit();
  }
}

}  // namespace

void CheckAutoscaler(const Resource& resource, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> spec = At(resource.at, "spec");
  if (!spec) {
    return;
  }
  const std::optional<check::ValueCursor> least = At(*spec, "minReplicas");
  const std::optional<check::ValueCursor> most = At(*spec, "maxReplicas");
  const int64_t bound = least ? GetInteger(*least).value_or(1) : 1;
  const int64_t number = most ? GetInteger(*most).value_or(bound) : bound;
  if (number < bound && number > 0) {
    ReportAt(emit, *most, kMinAboveMax, bound).Emit();
  }
  CheckTarget(resource, *spec, emit);
  ForEachItemOf(*spec, "metrics", [&](const check::ValueCursor& metric) { CheckMetric(metric, emit); });
}

}  // namespace kval::kubernetes
