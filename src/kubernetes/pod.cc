#include "src/kubernetes/pod_rules.h"

#include <optional>
#include <string>
#include <string_view>

#include "schemas/kubernetes/api_table.h"
#include "schemas/kubernetes/feature_gates.h"
#include "src/check/value_cursor.h"
#include "src/diag/emitter.h"
#include "src/kubernetes/accessors.h"
#include "src/kubernetes/pod_rules.h"
#include "src/kubernetes/pod_security.h"
#include "src/kubernetes/pod_volumes.h"
#include "src/kubernetes/quantities.h"
#include "src/kubernetes/report_at.h"
#include "src/kubernetes/scheduling.h"
#include "src/kubernetes/similar_key.h"
#include "src/kubernetes/volumes.h"
#include "src/support/keyed_hash.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;

using schemas::kubernetes::Feature;

using value::Kind;

// The resource claims of a pod, in its `spec`, and which of them its containers use (KV708):
// pkg/apis/core/validation, validateContainerResourceClaims. Keeps a reference to `emit`.
class PodClaimChecker {
 public:
  PodClaimChecker(const check::ValueCursor& spec, diag::Emitter& emit);

  // Checks that the claims of a container exist in the pod and are used once: all of a claim, or some of its
  // requests.
  void Check(const check::ValueCursor& resources);

 private:
  diag::Emitter& emit_;
  bool is_complete_;  // all of them were read
  TextSet<std::string_view> names_;
};

constexpr diag::Def<Text> kClaimTwice{diag::ResourceRule(7134), "the claim `{}` is used already"};
constexpr diag::Def<Text> kNone{diag::ResourceRule(7135), "the pod has no resource claim `{}`"};

struct Used {
  bool is_whole = false;
  TextSet<Text> requests;
};

PodClaimChecker::PodClaimChecker(const check::ValueCursor& spec, diag::Emitter& emit)
    : emit_(emit), is_complete_(!IsRecovered(*spec.value) && !HasSimilarKey(spec, "resourceClaims")) {
  ForEachItemOf(spec, "resourceClaims", [&](const check::ValueCursor& claim) {
    is_complete_ = is_complete_ && !IsRecovered(*claim.value);
    names_.insert(GetStringField(claim, "name"));
  });
}

void PodClaimChecker::Check(const check::ValueCursor& resources) {
  TextMap<Text, Used> used;
  ForEachItemOf(resources, "claims", [&](const check::ValueCursor& claim) {
    const std::optional<check::ValueCursor> name = At(claim, "name");
    const Text text = name ? TextOf(*name) : Text();
    if (is_complete_ && !text.empty() && !names_.contains(text)) {
      ReportAt(emit_, *name, kNone, text).Emit();
    }
    if (text.empty() || IsRecovered(*claim.value) || HasSimilarKey(claim, "request")) {
      return;
    }
    const Text request = GetStringField(claim, "request");
    Used& known = used[text];
    if (known.is_whole || (request.empty() ? !known.requests.empty() : known.requests.count(request) > 0)) {
      ReportAt(emit_, claim, kClaimTwice, text).Emit();
    }
    known.is_whole = known.is_whole || request.empty();
    if (!request.empty()) {
      known.requests.insert(request);
    }
  });
}

constexpr diag::Def<Text> kTwice{diag::ResourceRule(7121), "another container of the pod is called `{}`"};

constexpr diag::Def<Text> kNotInInit{diag::ResourceRule(7122),
                                     "an init container that ends cannot have `{}`"};

constexpr diag::Def<> kSpaceImage{diag::ResourceRule(7123), "the image has spaces before or after its name"};

constexpr diag::Def<> kEscalates{
    diag::ResourceRule(7124),
    "`allowPrivilegeEscalation: false` cannot be combined with the capability `CAP_SYS_ADMIN`"};

constexpr diag::Def<> kResize{
    diag::ResourceRule(7125),
    "a pod with `restartPolicy: Never` starts no container again: use `NotRequired`"};

constexpr diag::Def<> kInitResize{diag::ResourceRule(7126),
                                  "an init container that ends cannot be restarted by a resize: use "
                                  "`NotRequired`, or `restartPolicy: Always`"};

constexpr diag::Def<Text, Text> kClaimOfVolume{
    diag::ResourceRule(7127), "the claim `{}` is created for the ephemeral volume `{}` of this pod"};

constexpr diag::Def<Text> kClaimName{diag::Kind::kBadName,
                                     "the name of the volume is not valid for its claim: {}"};

bool IsSpaceOrTab(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

class Pod {
 public:
  Pod(const PodTemplate& pod, const Resource& resource, bool relaxed_names, diag::Emitter& emit)
      : pod_(pod),
        resource_(resource),
        relaxed_names_(relaxed_names),
        emit_(emit),
        volumes_(pod, resource, emit) {}

  void Check() {
    for (const Text list : {Text("initContainers"), Text("containers"), Text("ephemeralContainers")}) {
      ForEachItemOf(pod_.spec, list, [&](const check::ValueCursor& container) {
        CheckName(container, list);
        CheckContainer(container);
        // 1.34 drops restart rules, together with the rules that they depend on.
        if (list != "ephemeralContainers" && (IsFrom("1.35") || !IsFrom("1.34"))) {
          CheckRestartRules(container, list == "initContainers", resource_.k8s_version, emit_);
        }
        CheckSleep(pod_.spec, container, IsOn(Feature::kPodLifecycleSleepActionAllowZero), emit_);
        if (list == "initContainers") {
          CheckInit(container);
        }
      });
    }
    ForEachItemOf(pod_.spec, "volumes", [&](const check::ValueCursor& volume) {
      CheckVolume(volume, resource_.k8s_version, emit_);
      CheckClaimOfPod(volume);
    });
    CheckClaimsOfVolumes();
    CheckPodAnnotations(pod_, resource_.k8s_version, emit_);
    CheckScheduling(pod_, resource_.k8s_version, emit_);
    CheckPodNetwork(pod_, resource_, emit_);
    CheckPodSecurity(pod_.spec, IsFrom("1.33"), emit_);
    CheckHostProcesses(pod_.spec, emit_);
    CheckWindowsUsers(pod_.spec, emit_);
    if (IsOn(Feature::kPodLevelResources)) {
      CheckPodResources(pod_.spec, emit_);
    }
    if (const std::optional<check::ValueCursor> overhead = At(pod_.spec, "overhead")) {
      CheckContainerAmounts(*overhead, emit_);
    }
    CheckQuantities();
  }

 private:
  bool IsFrom(Text version) const { return schemas::kubernetes::IsAtLeast(resource_.k8s_version, version); }
  bool IsOn(Feature feature) const { return IsEnabled(feature, resource_.k8s_version); }

  // Names of one list are compared by its type; these are those of the others.
  void CheckName(const check::ValueCursor& container, Text list) {
    const std::optional<check::ValueCursor> name = At(container, "name");
    if (!name || TextOf(*name).empty()) {
      return;
    }
    const auto [known, is_new] = containers_.emplace(TextOf(*name), list);
    if (!is_new && known->second != list) {
      ReportAt(emit_, *name, kTwice, TextOf(*name)).Emit();
    }
  }

  void CheckContainer(const check::ValueCursor& container) {
    if (const std::optional<check::ValueCursor> image = At(container, "image")) {
      const Text text = TextOf(*image);
      if (!text.empty() && (IsSpaceOrTab(text.front()) || IsSpaceOrTab(text.back()))) {
        // Of templates the server takes it; the pods that it makes of them are refused.
        ReportAt(emit_, *image, kSpaceImage)
            .As(pod_.is_pod ? diag::Severity::kError : diag::Severity::kWarning)
            .Emit();
      }
    }
    ForEachItemOf(container, "volumeMounts",
                  [&](const check::ValueCursor& mount) { volumes_.CheckMounted(mount, "name"); });
    CheckMounts(container, emit_);
    volumes_.CheckDevices(container);
    CheckResize(container);
    CheckEnvironment(container, relaxed_names_, volumes_, emit_);
    CheckPrivileges(container);
  }

  // Calls `then` with each `resizePolicy[].restartPolicy: RestartContainer`.
  template <typename Then>
  static void ForEachRestartingResize(const check::ValueCursor& container, Then then) {
    ForEachItemOf(container, "resizePolicy", [&](const check::ValueCursor& item) {
      if (const std::optional<check::ValueCursor> policy = At(item, "restartPolicy");
          policy && TextOf(*policy) == "RestartContainer") {
        then(*policy);
      }
    });
  }

  // Where nothing is started again, nothing is to be for new amounts.
  void CheckResize(const check::ValueCursor& container) {
    if (GetStringField(pod_.spec, "restartPolicy") != "Never" || !IsFrom("1.33")) {
      return;
    }
    ForEachRestartingResize(
        container, [&](const check::ValueCursor& policy) { ReportAt(emit_, policy, kResize).Emit(); });
  }

  // The claim of a volume that is as ephemeral as its pod is named by both.
  void CheckClaimOfPod(const check::ValueCursor& volume) {
    constexpr Text kName[] = {"metadata", "name"};
    if (!pod_.is_pod || !At(volume, "ephemeral")) {
      return;
    }
    Follow(pod_.owner, kName, [&](const check::ValueCursor& pod) {
      const std::string claim = std::string(TextOf(pod)) + "-" + std::string(GetStringField(volume, "name"));
      const bool are_right = GetFormatError("dns1123-subdomain", TextOf(pod)).empty() &&
                             GetFormatError("dns1123-label", GetStringField(volume, "name")).empty();
      if (const std::string why = GetFormatError("dns1123-subdomain", claim); are_right && !why.empty()) {
        ReportAt(emit_, *At(volume, "name"), kClaimName, why).Related(pod.value->span, "the pod").Emit();
      }
    });
  }

  // An ephemeral volume creates a claim that no other volume may use: ValidateVolumes.
  void CheckClaimsOfVolumes() {
    constexpr Text kName[] = {"metadata", "name"};
    if (!pod_.is_pod) {
      return;
    }
    Follow(pod_.owner, kName, [&](const check::ValueCursor& pod) {
      TextMap<std::string, source::Span> created;
      ForEachItemOf(pod_.spec, "volumes", [&](const check::ValueCursor& volume) {
        if (At(volume, "ephemeral")) {
          created.emplace(std::string(TextOf(pod)) + "-" + std::string(GetStringField(volume, "name")),
                          volume.value->span);
        }
      });
      if (created.empty()) {
        return;
      }
      constexpr Text kClaim[] = {"persistentVolumeClaim", "claimName"};
      ForEachItemOf(pod_.spec, "volumes", [&](const check::ValueCursor& volume) {
        Follow(volume, kClaim, [&](const check::ValueCursor& claim) {
          if (const auto found = created.find(TextOf(claim)); found != created.end()) {
            ReportAt(emit_, claim, kClaimOfVolume, TextOf(claim),
                     TextOf(claim).substr(TextOf(pod).size() + 1))
                .Related(found->second, "the ephemeral volume")
                .Emit();
          }
        });
      });
    });
  }

  void CheckPrivileges(const check::ValueCursor& container) {
    const std::optional<check::ValueCursor> context = At(container, "securityContext");
    const std::optional<check::ValueCursor> escalation =
        context ? At(*context, "allowPrivilegeEscalation") : std::nullopt;
    if (!escalation || escalation->value->kind != Kind::kBool || escalation->value->boolean) {
      return;
    }
    const std::optional<check::ValueCursor> capabilities = At(*context, "capabilities");
    if (capabilities) {
      ForEachItemOf(*capabilities, "add", [&](const check::ValueCursor& item) {
        if (TextOf(item) == "CAP_SYS_ADMIN") {
          ReportAt(emit_, *escalation, kEscalates).Emit();
        }
      });
    }
  }

  // One that is restarted is a sidecar, which may have what containers have.
  void CheckInit(const check::ValueCursor& container) {
    const std::optional<check::ValueCursor> policy = At(container, "restartPolicy");
    const bool is_sidecar = policy && TextOf(*policy) == "Always";
    if (!is_sidecar && IsFrom("1.36")) {
      ForEachRestartingResize(
          container, [&](const check::ValueCursor& resize) { ReportAt(emit_, resize, kInitResize).Emit(); });
    }
    for (const Text key :
         {Text("livenessProbe"), Text("readinessProbe"), Text("startupProbe"), Text("lifecycle")}) {
      const std::optional<check::ValueCursor> at = At(container, key);
      if (at && !is_sidecar) {
        ReportAtKey(emit_, *at, kNotInInit, key).Emit();
      }
    }
  }

  void CheckQuantities() {
    PodClaimChecker claims(pod_.spec, emit_);
    for (const Text list : {Text("initContainers"), Text("containers")}) {
      ForEachItemOf(pod_.spec, list, [&](const check::ValueCursor& container) {
        if (const std::optional<check::ValueCursor> resources = At(container, "resources")) {
          CheckResources(*resources, ResourceOwner::kContainer, false, emit_);
          claims.Check(*resources);
        }
      });
    }
  }

  const PodTemplate& pod_;
  const Resource& resource_;
  bool relaxed_names_;
  diag::Emitter& emit_;
  PodVolumes volumes_;
  TextMap<Text, Text> containers_;  // name, the list that has it
};

}  // namespace

void CheckPod(const PodTemplate& pod, const Resource& resource, bool relaxed_names, diag::Emitter& emit) {
  Pod(pod, resource, relaxed_names, emit).Check();
}

}  // namespace kval::kubernetes
