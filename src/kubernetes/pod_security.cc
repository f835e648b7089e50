#include "src/kubernetes/pod_security.h"

#include <optional>
#include <span>
#include <string_view>

#include "src/kubernetes/metadata.h"
#include "src/kubernetes/near_key.h"
#include "src/kubernetes/node.h"
#include "src/kubernetes/tell.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Kind;

constexpr diag::Def<> kNoProfile{diag::Kind::kMissingRequired,
                                 "required key `localhostProfile` is missing: the type `Localhost` needs it"};
constexpr diag::Def<> kOtherProfile{diag::Kind::kResource, "`localhostProfile` is for the type `Localhost`"};
constexpr diag::Def<Text, Text> kNotOnSystem{diag::Kind::kResource, "`{}` is not for pods of {}"};
constexpr diag::Def<> kHostSysctl{diag::Kind::kResource,
                                  "the network is that of the host, whose `net` parameters a pod cannot set"};
constexpr diag::Def<> kNoId{diag::Kind::kResource, "an id of a group is from 0 to 2147483647"};

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

// Booleans of a pod are set where they are true, but for two of them; empty lists are unset.
bool IsSet(const check::Trail& at, Text key) {
  if (key == "hostPID" || key == "hostIPC") {
    return IsTrue(at);
  }
  return !(key == "sysctls" && at.value->kind == Kind::kSequence && at.value->items().empty());
}

void Forbid(const check::Trail& map, std::span<const Text> keys, Text system, diag::Emitter& emit) {
  for (const Text key : keys) {
    if (const std::optional<check::Trail> at = At(map, key); at && IsSet(*at, key)) {
      TellKey(emit, *at, kNotOnSystem, key, system).Emit();
    }
  }
}

void CheckProfile(const check::Trail& context, Text key, diag::Emitter& emit) {
  const std::optional<check::Trail> profile = At(context, key);
  const Text type = profile ? TextAt(*profile, "type") : Text();
  if (type.empty()) {
    return;
  }
  const std::optional<check::Trail> local = At(*profile, "localhostProfile");
  if (type == "Localhost" && !local && !HasMisspelt(*profile, "localhostProfile") &&
      !HasGap(*profile->value)) {
    TellMissing(emit, *profile, "localhostProfile", kNoProfile).Emit();
  } else if (local && (type == "RuntimeDefault" || type == "Unconfined")) {
    TellKey(emit, *local, kOtherProfile).Emit();
  }
}

void CheckContext(const check::Trail& context, Text system, diag::Emitter& emit) {
  CheckProfile(context, "seccompProfile", emit);
  CheckProfile(context, "appArmorProfile", emit);
  if (system == "windows") {
    Forbid(context, kOfContext, "Windows", emit);
  } else if (system == "linux") {
    Forbid(context, kOfWindows, "Linux", emit);
  }
}

}  // namespace

void CheckPodSecurity(const check::Trail& spec, diag::Emitter& emit) {
  const std::optional<check::Trail> os = At(spec, "os");
  const Text system = os ? TextAt(*os, "name") : Text();
  if (system == "windows") {
    Forbid(spec, kOfPod, "Windows", emit);
  }
  for (const Text list : {Text("initContainers"), Text("containers")}) {
    ForEachItemOf(spec, list, [&](const check::Trail& container) {
      if (const std::optional<check::Trail> context = At(container, "securityContext")) {
        CheckContext(*context, system, emit);
      }
    });
  }
  const std::optional<check::Trail> context = At(spec, "securityContext");
  if (!context) {
    return;
  }
  CheckContext(*context, system, emit);
  ForEachItemOf(*context, "supplementalGroups", [&](const check::Trail& group) {
    const std::optional<int64_t> id = IntegerOf(group);
    if (id && (*id < 0 || *id > 2147483647)) {
      Tell(emit, group, kNoId).Emit();
    }
  });
  ForEachItemOf(*context, "sysctls", [&](const check::Trail& sysctl) {
    const std::optional<check::Trail> name = At(sysctl, "name");
    const bool is_of_network =
        name && (TextOf(*name).starts_with("net.") || TextOf(*name).starts_with("net/"));
    if (is_of_network && IsTrue(At(spec, "hostNetwork"))) {
      Tell(emit, *name, kHostSysctl).Emit();
    }
  });
}

}  // namespace kval::kubernetes
