#include "src/kubernetes/containers.h"

#include <optional>
#include <string_view>

#include "schemas/kubernetes/table.h"

#include "src/kubernetes/near_key.h"
#include "src/kubernetes/node.h"
#include "src/kubernetes/tell.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Kind;

constexpr diag::Def<Text> kInitRestart{diag::Kind::kResource,
                                       "an init container's restart policy can only be `Always`, not `{}`"};
constexpr diag::Def<> kNoRestart{diag::Kind::kResource, "only init containers can have a `restartPolicy`"};
constexpr diag::Def<> kNoPolicy{
    diag::Kind::kMissingRequired,
    "required key `restartPolicy` is missing: `restartPolicyRules` are exceptions from one"};
constexpr diag::Def<> kSidecarRules{
    diag::Kind::kResource, "an init container of the restart policy `Always` has no `restartPolicyRules`"};
constexpr diag::Def<int64_t, int64_t> kSleep{
    diag::Kind::kResource,
    "a sleep is from {} to the `terminationGracePeriodSeconds` of the pod, which are {}"};
constexpr diag::Def<> kRestartAll{
    diag::Kind::kResource,
    "`RestartAllContainers` requires a feature gate that is disabled by default before Kubernetes 1.36"};
constexpr diag::Def<> kNotReadOnly{diag::Kind::kResource, "`recursiveReadOnly` requires `readOnly: true`"};
constexpr diag::Def<> kPropagates{diag::Kind::kResource,
                                  "`recursiveReadOnly` excludes a `mountPropagation` other than `None`"};

}  // namespace

void CheckRestartRules(const check::Trail& container, bool is_init, Text k8s_version, diag::Emitter& emit) {
  using schemas::kubernetes::IsAtLeast;
  const bool has_rules = IsAtLeast(k8s_version, "1.35");
  const std::optional<check::Trail> policy = At(container, "restartPolicy");
  const Text text = policy ? TextOf(*policy) : Text();
  if (!has_rules) {
    if (is_init && !text.empty() && text != "Always") {
      Tell(emit, *policy, kInitRestart, text).Emit();
    } else if (!is_init && policy) {
      TellKey(emit, *policy, kNoRestart).Emit();
    }
    return;
  }
  const std::optional<check::Trail> rules = At(container, "restartPolicyRules");
  if (!rules || (rules->value->kind == Kind::kSequence && rules->value->items().empty())) {
    return;
  }
  ForEachItem(*rules, [&](const check::Trail& rule) {
    const std::optional<check::Trail> action = At(rule, "action");
    if (action && TextOf(*action) == "RestartAllContainers" && !IsAtLeast(k8s_version, "1.36")) {
      Tell(emit, *action, kRestartAll).Emit();
    }
  });
  if (is_init && text == "Always") {
    TellKey(emit, *rules, kSidecarRules).Emit();
  } else if (!policy && !HasMisspelt(container, "restartPolicy", {"restartPolicyRules"}) &&
             !HasGap(*container.value)) {
    TellMissing(emit, container, "restartPolicy", kNoPolicy).Emit();
  }
}

void CheckSleep(const check::Trail& spec, const check::Trail& container, bool may_be_zero,
                diag::Emitter& emit) {
  constexpr int64_t kByDefault = 30;
  const std::optional<check::Trail> period = At(spec, "terminationGracePeriodSeconds");
  if (HasGap(*spec.value) || (period && !IntegerOf(*period)) ||
      HasMisspelt(spec, "terminationGracePeriodSeconds")) {
    return;
  }
  // Less than 0 is 1: pkg/apis/core/v1/defaults.go.
  const int64_t given = period ? *IntegerOf(*period) : kByDefault;
  const int64_t most = given < 0 ? 1 : given;
  for (const Text hook : {Text("postStart"), Text("preStop")}) {
    const Text keys[] = {"lifecycle", hook, "sleep"};
    Follow(container, keys, [&](const check::Trail& sleep) {
      const std::optional<check::Trail> seconds = At(sleep, "seconds");
      const int64_t count = seconds ? IntegerOf(*seconds).value_or(1) : 0;
      const bool is_said = seconds || !HasMisspelt(sleep, "seconds");
      if (count < 0 || count > most || (count == 0 && !may_be_zero && is_said && !HasGap(*sleep.value))) {
        Tell(emit, seconds ? *seconds : sleep, kSleep, may_be_zero ? 0 : 1, most).Emit();
      }
    });
  }
}

void CheckRecursion(const check::Trail& mount, diag::Emitter& emit) {
  const std::optional<check::Trail> recursive = At(mount, "recursiveReadOnly");
  const Text text = recursive ? TextOf(*recursive) : Text();
  if ((text != "Enabled" && text != "IfPossible") || HasGap(*mount.value)) {
    return;
  }
  const Text sharing = TextAt(mount, "mountPropagation");
  if (!IsTrue(At(mount, "readOnly")) && !HasMisspelt(mount, "readOnly")) {
    TellKey(emit, *recursive, kNotReadOnly).Emit();
  } else if (!sharing.empty() && sharing != "None") {
    TellKey(emit, *recursive, kPropagates).Emit();
  }
}

}  // namespace kval::kubernetes
