#include "src/kubernetes/pod_rules.h"

#include <optional>
#include <string_view>

#include "schemas/kubernetes/feature_gates.h"

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/report_at.h"
#include "src/kubernetes/similar_key.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Kind;

constexpr diag::Def<Text> kInitRestart{diag::ResourceRule(7037),
                                       "an init container's restart policy can only be `Always`, not `{}`"};
constexpr diag::Def<> kNoRestart{diag::ResourceRule(7038), "only init containers can have a `restartPolicy`"};
constexpr diag::Def<> kNoPolicy{
    diag::Kind::kMissingRequired,
    "required key `restartPolicy` is missing: `restartPolicyRules` are exceptions from one"};
constexpr diag::Def<> kSidecarRules{
    diag::ResourceRule(7039), "an init container of the restart policy `Always` has no `restartPolicyRules`"};
constexpr diag::Def<int64_t, int64_t> kSleep{
    diag::ResourceRule(7040),
    "a sleep is from {} to the `terminationGracePeriodSeconds` of the pod, which are {}"};
constexpr diag::Def<> kRestartAll{
    diag::ResourceRule(7041),
    "`RestartAllContainers` requires a feature gate that is disabled by default before Kubernetes 1.36"};

}  // namespace

void CheckRestartRules(const check::ValueCursor& container, bool is_init, Text k8s_version,
                       diag::Emitter& emit) {
  using schemas::kubernetes::Feature;
  const bool has_rules = IsEnabled(Feature::kContainerRestartRules, k8s_version);
  const std::optional<check::ValueCursor> policy = At(container, "restartPolicy");
  const Text text = policy ? TextOf(*policy) : Text();
  if (!has_rules) {
    if (is_init && !text.empty() && text != "Always") {
      ReportAt(emit, *policy, kInitRestart, text).Emit();
    } else if (!is_init && policy) {
      ReportAtKey(emit, *policy, kNoRestart).Emit();
    }
    return;
  }
  const std::optional<check::ValueCursor> rules = At(container, "restartPolicyRules");
  if (!rules || (rules->value->kind == Kind::kSequence && rules->value->items().empty())) {
    return;
  }
  ForEachItem(*rules, [&](const check::ValueCursor& rule) {
    const std::optional<check::ValueCursor> action = At(rule, "action");
    if (action && TextOf(*action) == "RestartAllContainers" &&
        !IsEnabled(Feature::kRestartAllContainersOnContainerExits, k8s_version)) {
      ReportAt(emit, *action, kRestartAll).Emit();
    }
  });
  if (is_init && text == "Always") {
    if (!IsEnabled(Feature::kRestartAllContainersOnContainerExits, k8s_version)) {
      ReportAtKey(emit, *rules, kSidecarRules).Emit();
    }
  } else if (!policy && !HasSimilarKey(container, "restartPolicy", {"restartPolicyRules"}) &&
             !IsRecovered(*container.value)) {
    ReportMissing(emit, container, "restartPolicy", kNoPolicy).Emit();
  }
}

void CheckSleep(const check::ValueCursor& spec, const check::ValueCursor& container, bool may_be_zero,
                diag::Emitter& emit) {
  constexpr int64_t kByDefault = 30;
  const std::optional<check::ValueCursor> period = At(spec, "terminationGracePeriodSeconds");
  if (IsRecovered(*spec.value) || (period && !GetInteger(*period)) ||
      HasSimilarKey(spec, "terminationGracePeriodSeconds")) {
    return;
  }
  // Less than 0 is 1: pkg/apis/core/v1/defaults.go.
  const int64_t given = period ? *GetInteger(*period) : kByDefault;
  const int64_t most = given < 0 ? 1 : given;
  for (const Text hook : {Text("postStart"), Text("preStop")}) {
    const Text keys[] = {"lifecycle", hook, "sleep"};
    Follow(container, keys, [&](const check::ValueCursor& sleep) {
      const std::optional<check::ValueCursor> seconds = At(sleep, "seconds");
      const int64_t count = seconds ? GetInteger(*seconds).value_or(1) : 0;
      const bool is_reported = seconds || !HasSimilarKey(sleep, "seconds");
      if (count < 0 || count > most ||
          (count == 0 && !may_be_zero && is_reported && !IsRecovered(*sleep.value))) {
        ReportAt(emit, seconds ? *seconds : sleep, kSleep, may_be_zero ? 0 : 1, most).Emit();
      }
    });
  }
}

}  // namespace kval::kubernetes
