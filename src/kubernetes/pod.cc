#include "src/kubernetes/pod.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "schemas/kubernetes/table.h"

#include "src/check/key_elsewhere.h"
#include "src/kubernetes/containers.h"
#include "src/kubernetes/metadata.h"
#include "src/kubernetes/names.h"
#include "src/kubernetes/near_key.h"
#include "src/kubernetes/node.h"
#include "src/kubernetes/pod_annotations.h"
#include "src/kubernetes/pod_fields.h"
#include "src/kubernetes/pod_network.h"
#include "src/kubernetes/pod_resources.h"
#include "src/kubernetes/pod_security.h"
#include "src/kubernetes/quantities.h"
#include "src/kubernetes/scheduling.h"
#include "src/kubernetes/tell.h"
#include "src/kubernetes/volumes.h"
#include "src/kubernetes/windows.h"
#include "src/support/edit_distance.h"
#include "src/support/keyed_hash.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Kind;

constexpr diag::Def<Text> kNoVolume{diag::Kind::kResource, "the pod has no volume `{}`"};
constexpr diag::Def<Text> kTwice{diag::Kind::kResource, "another container of the pod is called `{}`"};
constexpr diag::Def<Text, Text> kEnvName{diag::Kind::kBadName,
                                         "`{}` cannot be the name of an environment variable: {}"};
constexpr diag::Def<Text, Text> kSourceName{diag::Kind::kBadName, "`{}` cannot be a name: {}"};
constexpr diag::Def<> kTwoValues{diag::Kind::kResource, "`value` and `valueFrom` exclude each other"};
constexpr diag::Def<Text> kNotInInit{diag::Kind::kResource, "an init container that ends cannot have `{}`"};
constexpr diag::Def<Text> kSuccess{diag::Kind::kResource, "the `successThreshold` of a {} must be 1"};
constexpr diag::Def<> kBlankImage{diag::Kind::kResource, "the image has blanks before or behind its name"};
constexpr diag::Def<Text> kEscalates{diag::Kind::kResource,
                                     "privilege escalation cannot be forbidden beside {}"};
constexpr diag::Def<> kNoGrace{diag::Kind::kResource,
                               "a readiness probe ends nothing: it has no `terminationGracePeriodSeconds`"};
constexpr diag::Def<Text> kHeader{diag::Kind::kBadName,
                                  "`{}` cannot be a header of HTTP: letters, digits and `-` are allowed"};
constexpr diag::Def<> kDevicesOfUsers{diag::Kind::kResource,
                                      "devices cannot be there beside `hostUsers: false`"};
constexpr diag::Def<> kDeviceTwice{diag::Kind::kResource, "another device of the container is the same"};
constexpr diag::Def<Text> kNoBlocks{
    diag::Kind::kResource,
    "the volume `{}` is no device: those of `persistentVolumeClaim` and `ephemeral` are"};
constexpr diag::Def<> kResize{
    diag::Kind::kResource, "a pod with `restartPolicy: Never` starts no container again: use `NotRequired`"};
constexpr diag::Def<Text> kClaimName{diag::Kind::kBadName,
                                     "the claim that is made for the volume cannot have its name: {}"};
constexpr diag::Def<> kGated{diag::Kind::kResource,
                             "a pod with `schedulingGates` waits for them, and is on no node yet"};
constexpr diag::Def<Text> kNotEmpty{diag::Kind::kResource,
                                    "the volume `{}` is no `emptyDir`, which files with variables are in"};
constexpr diag::Def<Text> kClaimTwice{diag::Kind::kResource, "the claim `{}` is used already"};
constexpr diag::Def<Text> kNoClaim{diag::Kind::kResource, "the pod has no resource claim `{}`"};
constexpr diag::Def<Text, Text> kDuplicateEnv{diag::Kind::kListMapKey,
                                              "the environment variable `{}` is set twice{}"};

std::string WhyNoEnvName(Text name, bool relaxed) {
  if (!relaxed) {
    return WhyNot("env-var-name", name);
  }
  for (const char character : name) {
    if (character == '=') {
      return "`=` ends a name";
    }
    if (character < ' ' || character > '~') {
      return "only printable ASCII characters are allowed";
    }
  }
  return {};
}

bool IsBlank(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

// Where variables come from: names that may end in `-`, for they are judged as prefixes.
void CheckSourceNames(const check::Trail& item, diag::Emitter& emit) {
  for (const Text key : {Text("configMapRef"), Text("secretRef")}) {
    const Text keys[] = {key, "name"};
    Follow(item, keys, [&](const check::Trail& name) {
      const Text text = TextOf(name);
      const std::string why =
          text.empty() ? std::string() : WhyNot("dns1123-subdomain", WithoutDashAtEnd(text));
      if (!why.empty()) {
        Tell(emit, name, kSourceName, text, why).Emit();
      }
    });
  }
}

class Pod {
 public:
  Pod(const PodTemplate& pod, const Resource& resource, bool relaxed_names, diag::Emitter& emit)
      : pod_(pod), resource_(resource), relaxed_names_(relaxed_names), emit_(emit) {}

  void Check() {
    CollectVolumes();
    for (const Text list : {Text("initContainers"), Text("containers"), Text("ephemeralContainers")}) {
      ForEachItemOf(pod_.spec, list, [&](const check::Trail& container) {
        CheckName(container, list);
        CheckContainer(container);
        // 1.34 has rules of restarts and drops them, with what they are exceptions from.
        if (list != "ephemeralContainers" && (IsFrom("1.35") || !IsFrom("1.34"))) {
          CheckRestartRules(container, list == "initContainers", resource_.k8s_version, emit_);
        }
        CheckSleep(pod_.spec, container, IsFrom("1.33"), emit_);
        if (list == "initContainers") {
          CheckInit(container);
        }
      });
    }
    ForEachItemOf(pod_.spec, "volumes", [&](const check::Trail& volume) {
      CheckVolume(volume, emit_);
      CheckClaimOfPod(volume);
    });
    CheckGates();
    CheckPodAnnotations(pod_, emit_);
    CheckScheduling(pod_.spec, resource_.k8s_version, emit_);
    CheckPodNetwork(pod_, resource_, emit_);
    CheckPodSecurity(pod_.spec, IsFrom("1.33"), emit_);
    CheckHostProcesses(pod_.spec, emit_);
    CheckWindowsUsers(pod_.spec, emit_);
    CheckNoEphemeral(pod_.spec, emit_);
    if (IsFrom("1.34")) {
      CheckPodResources(pod_.spec, emit_);
    }
    if (const std::optional<check::Trail> overhead = At(pod_.spec, "overhead")) {
      CheckContainerAmounts(*overhead, emit_);
    }
    CheckQuantities();
  }

 private:
  bool IsFrom(Text version) const { return schemas::kubernetes::IsAtLeast(resource_.k8s_version, version); }

  void CollectVolumes() {
    ForEachItemOf(pod_.spec, "volumes", [&](const check::Trail& volume) {
      volumes_.push_back(TextAt(volume, "name"));
      if (At(volume, "persistentVolumeClaim") || At(volume, "ephemeral")) {
        blocks_.insert(volumes_.back());
      } else if (At(volume, "emptyDir")) {
        empty_.insert(volumes_.back());
      }
      // One without a good name may be the one that is looked for.
      has_gap_ = has_gap_ || HasGap(*volume.value) || !WhyNot("dns1123-label", volumes_.back()).empty();
    });
    // The claims of a StatefulSet are volumes of its pods.
    constexpr Text kClaims[] = {"spec"};
    Follow(resource_.at, kClaims, [&](const check::Trail& spec) {
      ForEachItemOf(spec, "volumeClaimTemplates", [&](const check::Trail& claim) {
        const std::optional<check::Trail> metadata = At(claim, "metadata");
        volumes_.push_back(metadata ? TextAt(*metadata, "name") : Text());
        blocks_.insert(volumes_.back());
      });
      has_gap_ = has_gap_ || HasGap(*spec.value);
    });
    names_of_volumes_.insert(volumes_.begin(), volumes_.end());
    const std::optional<check::Trail> list = At(pod_.spec, "volumes");
    has_gap_ = has_gap_ || HasGap(*pod_.spec.value) ||
               (list && (HasGap(*list->value) || list->value->kind != Kind::kSequence)) ||
               (!list && HasMisspelt(pod_.spec, "volumes"));
  }

  // Names of one list are compared by its type; these are those of the others.
  void CheckName(const check::Trail& container, Text list) {
    const std::optional<check::Trail> name = At(container, "name");
    if (!name || TextOf(*name).empty()) {
      return;
    }
    const auto [known, is_new] = containers_.emplace(TextOf(*name), list);
    if (!is_new && known->second != list) {
      Tell(emit_, *name, kTwice, TextOf(*name)).Emit();
    }
  }

  void CheckContainer(const check::Trail& container) {
    if (const std::optional<check::Trail> image = At(container, "image")) {
      const Text text = TextOf(*image);
      if (!text.empty() && (IsBlank(text.front()) || IsBlank(text.back()))) {
        // Of templates the server takes it; the pods that it makes of them are refused.
        Tell(emit_, *image, kBlankImage)
            .As(pod_.is_pod ? diag::Severity::kError : diag::Severity::kWarning)
            .Emit();
      }
    }
    ForEachItemOf(container, "volumeMounts", [&](const check::Trail& mount) {
      CheckMounted(mount, "name");
      CheckRecursion(mount, emit_);
    });
    CheckMounts(container, emit_);
    CheckDevices(container);
    CheckResize(container);
    CheckEnvironment(container);
    CheckPrivileges(container);
    CheckProbes(container);
  }

  // A device is a volume of a claim, once, and not of a pod whose users are not the host's.
  void CheckDevices(const check::Trail& container) {
    const std::optional<check::Trail> devices = At(container, "volumeDevices");
    if (!devices || devices->value->kind != Kind::kSequence || devices->value->items().empty()) {
      return;
    }
    const std::optional<check::Trail> users = At(pod_.spec, "hostUsers");
    if (users && users->value->kind == Kind::kBool && !users->value->boolean && IsFrom("1.35")) {
      TellKey(emit_, *devices, kDevicesOfUsers).Related(users->value->span, "which is here").Emit();
    }
    TextMap<Text, source::Span> names;
    TextMap<Text, source::Span> paths;
    ForEachItem(*devices, [&](const check::Trail& device) {
      CheckMounted(device, "name");
      for (const Text key : {Text("name"), Text("devicePath")}) {
        const std::optional<check::Trail> at = At(device, key);
        if (!at || TextOf(*at).empty()) {
          continue;
        }
        auto& known = key == "name" ? names : paths;
        if (const auto [first, is_new] = known.emplace(TextOf(*at), at->value->span); !is_new) {
          Tell(emit_, *at, kDeviceTwice).Related(first->second, "the first one").Emit();
        } else if (key == "name" && !has_gap_ && names_of_volumes_.count(TextOf(*at)) > 0 &&
                   blocks_.count(TextOf(*at)) == 0) {
          Tell(emit_, *at, kNoBlocks, TextOf(*at)).Emit();
        }
      }
    });
  }

  // Where nothing is started again, nothing is to be for new amounts.
  void CheckResize(const check::Trail& container) {
    if (TextAt(pod_.spec, "restartPolicy") != "Never" || !IsFrom("1.33")) {
      return;
    }
    ForEachItemOf(container, "resizePolicy", [&](const check::Trail& item) {
      if (const std::optional<check::Trail> policy = At(item, "restartPolicy");
          policy && TextOf(*policy) == "RestartContainer") {
        Tell(emit_, *policy, kResize).Emit();
      }
    });
  }

  // The claim of a volume that is as ephemeral as its pod is named by both.
  void CheckClaimOfPod(const check::Trail& volume) {
    constexpr Text kName[] = {"metadata", "name"};
    if (!pod_.is_pod || !At(volume, "ephemeral")) {
      return;
    }
    Follow(pod_.owner, kName, [&](const check::Trail& pod) {
      const std::string claim = std::string(TextOf(pod)) + "-" + std::string(TextAt(volume, "name"));
      const bool are_right = WhyNot("dns1123-subdomain", TextOf(pod)).empty() &&
                             WhyNot("dns1123-label", TextAt(volume, "name")).empty();
      if (const std::string why = WhyNot("dns1123-subdomain", claim); are_right && !why.empty()) {
        Tell(emit_, *At(volume, "name"), kClaimName, why).Related(pod.value->span, "the pod").Emit();
      }
    });
  }

  // What waits is on no node yet.
  void CheckGates() {
    const std::optional<check::Trail> gates = At(pod_.spec, "schedulingGates");
    const bool has_gates = gates && gates->value->kind == Kind::kSequence && !gates->value->items().empty();
    if (pod_.is_pod && has_gates && !TextAt(pod_.spec, "nodeName").empty()) {
      TellKey(emit_, *At(pod_.spec, "nodeName"), kGated).Related(gates->key->span, "the gates").Emit();
    }
  }

  // A file with variables is in a directory of the pod's own.
  void CheckFileKey(const check::Trail& file) {
    CheckMounted(file, "volumeName");
    const std::optional<check::Trail> key = At(file, "key");
    const std::string why = key ? WhyNoEnvName(TextOf(*key), true) : std::string();
    if (!why.empty()) {
      Tell(emit_, *key, kEnvName, TextOf(*key), why).Emit();
    }
    if (const std::optional<check::Trail> path = At(file, "path")) {
      CheckFileName(*path, emit_);
    }
    const std::optional<check::Trail> volume = At(file, "volumeName");
    const Text name = volume ? TextOf(*volume) : Text();
    if (!has_gap_ && names_of_volumes_.count(name) > 0 && empty_.count(name) == 0) {
      Tell(emit_, *volume, kNotEmpty, name).Emit();
    }
  }

  void CheckProbes(const check::Trail& container) {
    for (const Text probe : {Text("livenessProbe"), Text("readinessProbe"), Text("startupProbe")}) {
      constexpr Text kHeaders[] = {"httpGet", "httpHeaders"};
      if (const std::optional<check::Trail> at = At(container, probe)) {
        Follow(*at, kHeaders, [&](const check::Trail& headers) { CheckHeaders(headers); });
      }
    }
    for (const Text hook : {Text("postStart"), Text("preStop")}) {
      const Text keys[] = {"lifecycle", hook, "httpGet", "httpHeaders"};
      Follow(container, keys, [&](const check::Trail& headers) { CheckHeaders(headers); });
    }
    constexpr Text kGrace[] = {"readinessProbe", "terminationGracePeriodSeconds"};
    Follow(container, kGrace, [&](const check::Trail& grace) { TellKey(emit_, grace, kNoGrace).Emit(); });
    for (const Text probe : {Text("livenessProbe"), Text("startupProbe")}) {
      const std::optional<check::Trail> at = At(container, probe);
      const std::optional<check::Trail> threshold = at ? At(*at, "successThreshold") : std::nullopt;
      const int64_t times = threshold ? IntegerOf(*threshold).value_or(1) : 1;
      if (times > 1) {
        Tell(emit_, *threshold, kSuccess, probe).Emit();
      }
    }
  }

  void CheckHeaders(const check::Trail& headers) {
    ForEachItem(headers, [&](const check::Trail& header) {
      const std::optional<check::Trail> name = At(header, "name");
      const Text text = name ? TextOf(*name) : Text();
      const bool is_right = std::all_of(text.begin(), text.end(), [](char c) {
        return c == '-' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      });
      if (!is_right) {
        Tell(emit_, *name, kHeader, text).Emit();
      }
    });
  }

  void CheckPrivileges(const check::Trail& container) {
    const std::optional<check::Trail> context = At(container, "securityContext");
    const std::optional<check::Trail> escalation =
        context ? At(*context, "allowPrivilegeEscalation") : std::nullopt;
    if (!escalation || escalation->value->kind != Kind::kBool || escalation->value->boolean) {
      return;
    }
    if (IsTrue(At(*context, "privileged"))) {
      Tell(emit_, *escalation, kEscalates, "`privileged`").Emit();
    }
    const std::optional<check::Trail> capabilities = At(*context, "capabilities");
    if (capabilities) {
      ForEachItemOf(*capabilities, "add", [&](const check::Trail& item) {
        if (TextOf(item) == "CAP_SYS_ADMIN") {
          Tell(emit_, *escalation, kEscalates, "the capability `CAP_SYS_ADMIN`").Emit();
        }
      });
    }
  }

  void CheckMounted(const check::Trail& mount, Text key) {
    const std::optional<check::Trail> name = At(mount, key);
    const Text text = name ? TextOf(*name) : Text();
    if (text.empty() || has_gap_ || names_of_volumes_.count(text) > 0) {
      return;
    }
    const Text nearest = suggestions_.Take(volumes_.size()) ? Nearest(text, volumes_) : Text();
    diag::Builder builder = Tell(emit_, *name, kNoVolume, text);
    builder.Hint(nearest.empty() ? "add it to `volumes`" : "did you mean `" + std::string(nearest) + "`?");
    if (!At(pod_.spec, "volumes")) {
      for (const value::Value* other : check::KeysElsewhere(pod_.spec, "volumes")) {
        builder.ToldBy(diag::Kind::kUnknownKey, other->span);
      }
    }
    builder.Emit();
  }

  void CheckEnvironment(const check::Trail& container) {
    ForEachItemOf(container, "envFrom", [&](const check::Trail& item) {
      const std::optional<check::Trail> prefix = At(item, "prefix");
      const Text text = prefix ? TextOf(*prefix) : Text();
      const std::string why = text.empty() ? std::string() : WhyNoEnvName(text, relaxed_names_);
      if (!why.empty()) {
        Tell(emit_, *prefix, kEnvName, text, why).Emit();
      }
      CheckSourceNames(item, emit_);
    });
    TextMap<Text, source::Span> seen;
    ForEachItemOf(container, "env", [&](const check::Trail& item) {
      const std::optional<check::Trail> name = At(item, "name");
      const Text text = name ? TextOf(*name) : Text();
      const std::string why = text.empty() ? std::string() : WhyNoEnvName(text, relaxed_names_);
      if (!why.empty()) {
        Tell(emit_, *name, kEnvName, text, why).Emit();
      }
      const auto [first, is_new] = seen.emplace(text, item.value->span);
      if (!is_new && !text.empty()) {
        Tell(emit_, *name, kDuplicateEnv, text, ": the last value holds")
            .As(diag::Severity::kWarning)
            .Related(first->second, "the first one")
            .Emit();
      }
      const std::optional<check::Trail> from = At(item, "valueFrom");
      if (from) {
        CheckToldFields(*from, ToldTo::kVariable, emit_);
        if (const std::optional<check::Trail> file = At(*from, "fileKeyRef")) {
          CheckFileKey(*file);
        }
      }
      if (from && !TextAt(item, "value").empty()) {
        TellKey(emit_, *from, kTwoValues).Emit();
      }
    });
  }

  // One that is restarted is a sidecar, which may have what containers have.
  void CheckInit(const check::Trail& container) {
    const std::optional<check::Trail> policy = At(container, "restartPolicy");
    const bool is_sidecar = policy && TextOf(*policy) == "Always";
    for (const Text key :
         {Text("livenessProbe"), Text("readinessProbe"), Text("startupProbe"), Text("lifecycle")}) {
      const std::optional<check::Trail> at = At(container, key);
      if (at && !is_sidecar) {
        TellKey(emit_, *at, kNotInInit, key).Emit();
      }
    }
  }

  void CheckQuantities() {
    knows_claims_ = !HasGap(*pod_.spec.value) && !HasMisspelt(pod_.spec, "resourceClaims");
    ForEachItemOf(pod_.spec, "resourceClaims", [&](const check::Trail& claim) {
      knows_claims_ = knows_claims_ && !HasGap(*claim.value);
      claims_.insert(TextAt(claim, "name"));
    });
    for (const Text list : {Text("initContainers"), Text("containers")}) {
      ForEachItemOf(pod_.spec, list, [&](const check::Trail& container) {
        if (const std::optional<check::Trail> resources = At(container, "resources")) {
          CheckResources(*resources, Consumer::kContainer, false, emit_);
          CheckClaims(*resources);
        }
      });
    }
  }

  // The devices that a container uses are among those of its pod.
  void CheckClaims(const check::Trail& resources) {
    struct Used {
      bool is_whole = false;
      TextSet<Text> requests;
    };
    TextMap<Text, Used> used;
    ForEachItemOf(resources, "claims", [&](const check::Trail& claim) {
      const std::optional<check::Trail> name = At(claim, "name");
      const Text text = name ? TextOf(*name) : Text();
      if (knows_claims_ && !text.empty() && !claims_.contains(text)) {
        Tell(emit_, *name, kNoClaim, text).Emit();
      }
      if (text.empty() || HasGap(*claim.value) || HasMisspelt(claim, "request")) {
        return;
      }
      // All of a claim, or some of its requests.
      const Text request = TextAt(claim, "request");
      Used& known = used[text];
      if (known.is_whole || (request.empty() ? !known.requests.empty() : known.requests.count(request) > 0)) {
        Tell(emit_, claim, kClaimTwice, text).Emit();
      }
      known.is_whole = known.is_whole || request.empty();
      if (!request.empty()) {
        known.requests.insert(request);
      }
    });
  }

  const PodTemplate& pod_;
  const Resource& resource_;
  bool relaxed_names_;
  diag::Emitter& emit_;
  bool has_gap_ = false;  // something was not read: a volume may be among it
  std::vector<Text> volumes_;
  SuggestionBudget suggestions_;
  TextSet<Text> names_of_volumes_;
  TextSet<Text> blocks_;       // those that may be devices
  TextSet<Text> empty_;        // those that are directories of the pod's own
  bool knows_claims_ = false;  // all of them were read
  TextSet<Text> claims_;
  TextMap<Text, Text> containers_;  // name, the list that has it
};

}  // namespace

void CheckPod(const PodTemplate& pod, const Resource& resource, bool relaxed_names, diag::Emitter& emit) {
  Pod(pod, resource, relaxed_names, emit).Check();
}

}  // namespace kval::kubernetes
