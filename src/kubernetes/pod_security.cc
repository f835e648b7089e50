#include "src/kubernetes/pod_security.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/report_at.h"
#include "src/kubernetes/similar_key.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Kind;

constexpr diag::Def<Text, Text> kBadProfile{diag::ResourceRule(7148), "`{}` cannot be a profile: {}"};
constexpr diag::Def<> kUnmasked{diag::ResourceRule(7150),
                                "`Unmasked` requires `hostUsers: false` in the pod"};
constexpr diag::Def<Text> kNoSysctl{diag::Kind::kBadName,
                                    "`{}` is not a kernel parameter name such as `net.core.somaxconn`"};
constexpr diag::Def<Text, Text> kNotOnSystem{diag::ResourceRule(7151), "`{}` is not for pods of {}"};
constexpr diag::Def<> kHostSysctl{diag::ResourceRule(7152),
                                  "the network is that of the host, whose `net` parameters a pod cannot set"};
constexpr diag::Def<> kHostMessages{
    diag::ResourceRule(7153),
    "with `hostIPC` memory and messages are those of the host, whose parameters a pod cannot set"};

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

// ValidateAppArmorProfileField
std::string WhyNoProfile(Text profile) {
  constexpr size_t kLongest = 4095;
  constexpr Text kSpaces = " \t\r\n";
  const bool has_spaces = !profile.empty() && (kSpaces.find(profile.front()) != Text::npos ||
                                               kSpaces.find(profile.back()) != Text::npos);
  return profile.empty()             ? "it is empty"
         : has_spaces                ? "it has spaces before or after it"
         : profile.size() > kLongest ? "it is longer than 4095 bytes"
                                     : "";
}

void CheckProfile(const check::ValueCursor& context, Text key, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> profile = At(context, key);
  const Text type = profile ? GetStringField(*profile, "type") : Text();
  if (type.empty()) {
    return;
  }
  const std::optional<check::ValueCursor> local = At(*profile, "localhostProfile");
  if (local && type == "Localhost") {
    const std::string why =
        key == "seccompProfile" ? DescribeRelativePathError(TextOf(*local)) : WhyNoProfile(TextOf(*local));
    if (!why.empty()) {
      ReportAt(emit, *local, kBadProfile, TextOf(*local), why).Emit();
    }
  }
}

// Without a user namespace the process would see unmasked host data.
void CheckProcMount(const check::ValueCursor& context, const check::ValueCursor& spec, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> mount = At(context, "procMount");
  const std::optional<check::ValueCursor> users = At(spec, "hostUsers");
  if (mount && TextOf(*mount) == "Unmasked" && (!users || IsTrue(users)) &&
      !HasSimilarKey(spec, "hostUsers") && !IsRecovered(*spec.value)) {
    ReportAt(emit, *mount, kUnmasked).Emit();
  }
}

// pkg/apis/core/validation, IsValidSysctlName: parts joined by dots or slashes.
bool IsSysctl(Text name) {
  constexpr size_t kLongest = 253;
  const auto is_inner = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
  for (Text rest = name;;) {
    const size_t end = rest.find_first_of("./");
    const Text part = rest.substr(0, end);
    const bool is_part =
        !part.empty() && is_inner(part.front()) && is_inner(part.back()) &&
        std::all_of(part.begin(), part.end(), [&](char c) { return is_inner(c) || c == '-' || c == '_'; });
    if (!is_part || end == Text::npos) {
      return is_part && name.size() <= kLongest;
    }
    rest.remove_prefix(end + 1);
  }
}

// Parameters of what processes share: memory, messages, semaphores (component-helpers, sysctl namespaces).
bool IsOfMessages(Text name) {
  std::string dotted(name);
  if (const size_t first = name.find_first_of("./"); first != Text::npos && name[first] == '/') {
    std::replace(dotted.begin(), dotted.end(), '/', '.');
  }
  return dotted == "kernel.sem" || dotted.starts_with("kernel.shm") || dotted.starts_with("kernel.msg") ||
         dotted.starts_with("fs.mqueue.");
}

void CheckContext(const check::ValueCursor& context, Text system, diag::Emitter& emit) {
  CheckProfile(context, "seccompProfile", emit);
  CheckProfile(context, "appArmorProfile", emit);
  if (system == "windows") {
    Forbid(context, kOfContext, "Windows", emit);
  } else if (system == "linux") {
    Forbid(context, kOfWindows, "Linux", emit);
  }
}

}  // namespace

std::string DescribeRelativePathError(Text path) {
  if (path.starts_with('/')) {
    return "it must be relative";
  }
  for (Text rest = path; !rest.empty(); rest.remove_prefix(std::min(rest.find('/'), rest.size() - 1) + 1)) {
    if (rest.substr(0, rest.find('/')) == "..") {
      return "it contains `..`";
    }
  }
  return {};
}

void CheckPodSecurity(const check::ValueCursor& spec, bool has_users, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> os = At(spec, "os");
  const Text system = os ? GetStringField(*os, "name") : Text();
  if (system == "windows") {
    Forbid(spec, kOfPod, "Windows", emit);
  }
  for (const Text list : {Text("initContainers"), Text("containers")}) {
    ForEachItemOf(spec, list, [&](const check::ValueCursor& container) {
      if (const std::optional<check::ValueCursor> context = At(container, "securityContext")) {
        CheckContext(*context, system, emit);
        if (has_users) {
          CheckProcMount(*context, spec, emit);
        }
      }
    });
  }
  const std::optional<check::ValueCursor> context = At(spec, "securityContext");
  if (!context) {
    return;
  }
  CheckContext(*context, system, emit);
  ForEachItemOf(*context, "sysctls", [&](const check::ValueCursor& sysctl) {
    const std::optional<check::ValueCursor> name = At(sysctl, "name");
    const bool is_of_network =
        name && (TextOf(*name).starts_with("net.") || TextOf(*name).starts_with("net/"));
    if (name && !TextOf(*name).empty() && !IsSysctl(TextOf(*name))) {
      ReportAt(emit, *name, kNoSysctl, TextOf(*name)).Emit();
    }
    if (is_of_network && IsTrue(At(spec, "hostNetwork"))) {
      ReportAt(emit, *name, kHostSysctl).Emit();
    }
    if (name && IsOfMessages(TextOf(*name)) && IsTrue(At(spec, "hostIPC"))) {
      ReportAt(emit, *name, kHostMessages).Emit();
    }
  });
}

}  // namespace kval::kubernetes
