#include "src/kubernetes/pod_security.h"

#include <optional>
#include <span>
#include <string_view>

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/report_at.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Kind;

constexpr diag::Def<Text, Text> kNotOnSystem{diag::ResourceRule(7151), "`{}` is not for pods of {}"};

constexpr Text kOfPod[] = {"hostPID", "hostIPC", "hostUsers", "shareProcessNamespace"};
constexpr Text kOfContext[] = {"appArmorProfile",
                               "capabilities",
                               "allowPrivilegeEscalation",
                               "fsGroup",
                               "fsGroupChangePolicy",
                               "privileged",
                               "procMount",
                               "runAsGroup",
                               "runAsUser",
                               "readOnlyRootFilesystem",
                               "seLinuxChangePolicy",
                               "seLinuxOptions",
                               "seccompProfile",
                               "supplementalGroups",
                               "supplementalGroupsPolicy",
                               "sysctls"};
constexpr Text kOfWindows[] = {"windowsOptions"};

// Booleans of a pod are set if true, except two of them; empty lists are unset.
bool IsSet(const check::ValueCursor& at, Text key) {
  if (key == "hostPID" || key == "hostIPC") {
    return IsTrue(at);
  }
  return !(key == "sysctls" && at.value->kind == Kind::kSequence && at.value->items().empty());
}

void Forbid(const check::ValueCursor& map, std::span<const Text> keys, Text system, diag::Emitter& emit) {
  for (const Text key : keys) {
    if (const std::optional<check::ValueCursor> at = At(map, key); at && IsSet(*at, key)) {
      ReportAtKey(emit, *at, kNotOnSystem, key, system).Emit();
    }
  }
}

void CheckContext(const check::ValueCursor& context, Text system, diag::Emitter& emit) {
  if (system == "windows") {
    Forbid(context, kOfContext, "Windows", emit);
  } else if (system == "linux") {
    Forbid(context, kOfWindows, "Linux", emit);
  }
}

}  // namespace

void CheckPodSecurity(const check::ValueCursor& spec, diag::Emitter& emit) {
  Follow(spec, {"os", "name"}, [&](const check::ValueCursor& name) {
    const Text system = TextOf(name);
    if (system == "windows") {
      Forbid(spec, kOfPod, "Windows", emit);
    }
    const auto check = [&](const check::ValueCursor& holder) {
      if (const std::optional<check::ValueCursor> context = At(holder, "securityContext")) {
        CheckContext(*context, system, emit);
      }
    };
    check(spec);
    ForEachItemOf(spec, "initContainers", check);
    ForEachItemOf(spec, "containers", check);
  });
}

}  // namespace kval::kubernetes
