#include "src/kubernetes/pod_rules.h"

#include <optional>
#include <string>
#include <string_view>

#include "schemas/kubernetes/feature_gates.h"
#include "src/check/value_cursor.h"
#include "src/diag/emitter.h"
#include "src/kubernetes/accessors.h"
#include "src/kubernetes/pod_volumes.h"
#include "src/kubernetes/quantities.h"
#include "src/kubernetes/report_at.h"
#include "src/kubernetes/similar_key.h"
#include "src/kubernetes/volumes.h"
#include "src/kubernetes/workload.h"
#include "src/support/keyed_hash.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using schemas::kubernetes::Feature;
using value::Kind;

// Where pods run (KV708): pkg/apis/core/validation, ValidateNodeSelectorTerm, validatePodAffinityTerm,
// validateTopologySpreadConstraints.

constexpr diag::Def<Text> kSelected{diag::ResourceRule(7209), "the key `{}` is in `labelSelector` as well"};

// Reports keys that the selector of a constraint or an affinity term names, too. `is_merged`: the server adds
// a requirement for each key that the pod has as a label, and refuses two of one key.
void CheckSelected(const check::ValueCursor& term, const std::optional<check::ValueCursor>& own_labels,
                   bool is_merged, diag::Emitter& emit) {
  TextMap<std::string, size_t> selected;
  if (const std::optional<check::ValueCursor> selector = At(term, "labelSelector")) {
    if (const std::optional<check::ValueCursor> labels = At(*selector, "matchLabels")) {
      ForEachEntry(*labels, [&](const check::ValueCursor& label) { ++selected[check::KeyName(*label.key)]; });
    }
    ForEachItemOf(*selector, "matchExpressions", [&](const check::ValueCursor& item) {
      ++selected[std::string(GetStringField(item, "key"))];
    });
  }
  ForEachItemOf(term, "matchLabelKeys", [&](const check::ValueCursor& key) {
    const auto found = selected.find(TextOf(key));
    if (TextOf(key).empty() || found == selected.end()) {
      return;
    }
    const bool is_added = is_merged && own_labels && At(*own_labels, TextOf(key));
    if (!is_merged || found->second + (is_added ? 1 : 0) > 1) {
      ReportAt(emit, key, kSelected, TextOf(key)).Emit();
    }
  });
}

constexpr Text kRequired = "requiredDuringSchedulingIgnoredDuringExecution";
constexpr Text kPreferred = "preferredDuringSchedulingIgnoredDuringExecution";

// Calls `then` with each term about pods.
template <typename Then>
void ForEachPodTerm(const check::ValueCursor& affinity, Then then) {
  for (const Text key : {Text("podAffinity"), Text("podAntiAffinity")}) {
    if (const std::optional<check::ValueCursor> of_pods = At(affinity, key)) {
      ForEachItemOf(*of_pods, kRequired, then);
      ForEachItemOf(*of_pods, kPreferred, [&](const check::ValueCursor& item) {
        if (const std::optional<check::ValueCursor> term = At(item, "podAffinityTerm")) {
          then(*term);
        }
      });
    }
  }
}

// Checks `affinity` and `topologySpreadConstraints` of a pod.
void CheckScheduling(const PodTemplate& pod, Text k8s_version, diag::Emitter& emit) {
  const check::ValueCursor& spec = pod.spec;
  // The server merges labels of pods, not those of templates.
  const std::optional<check::ValueCursor> metadata = At(pod.owner, "metadata");
  const std::optional<check::ValueCursor> labels =
      metadata && pod.is_pod ? At(*metadata, "labels") : std::nullopt;
  const std::optional<check::ValueCursor> affinity = At(spec, "affinity");
  if (affinity && IsEnabled(Feature::kMatchLabelKeysInPodAffinity, k8s_version)) {
    ForEachPodTerm(*affinity,
                   [&](const check::ValueCursor& term) { CheckSelected(term, labels, true, emit); });
  }
  ForEachItemOf(spec, "topologySpreadConstraints", [&](const check::ValueCursor& constraint) {
    if (IsEnabled(Feature::kMatchLabelKeysInPodTopologySpread, k8s_version)) {
      CheckSelected(constraint, labels,
                    IsEnabled(Feature::kMatchLabelKeysInPodTopologySpreadSelectorMerge, k8s_version), emit);
    }
  });
}

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

constexpr diag::Def<Text, Text> kClaimOfVolume{
    diag::ResourceRule(7127), "the claim `{}` is created for the ephemeral volume `{}` of this pod"};

constexpr diag::Def<Text> kClaimName{diag::Kind::kBadName,
                                     "the name of the volume is not valid for its claim: {}"};

class Pod {
 public:
  Pod(const PodTemplate& pod, const Resource& resource, diag::Emitter& emit)
      : pod_(pod), resource_(resource), emit_(emit), volumes_(pod, resource, emit) {}

  void Check() {
    for (const Text list : {Text("initContainers"), Text("containers"), Text("ephemeralContainers")}) {
      ForEachItemOf(pod_.spec, list, [&](const check::ValueCursor& container) {
        CheckContainer(container);
        CheckSleep(pod_.spec, container, IsOn(Feature::kPodLifecycleSleepActionAllowZero), emit_);
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
    CheckHostProcesses(pod_.spec, emit_);
    if (IsOn(Feature::kPodLevelResources)) {
      CheckPodResources(pod_.spec, emit_);
    }
    if (const std::optional<check::ValueCursor> overhead = At(pod_.spec, "overhead")) {
      CheckContainerAmounts(*overhead, emit_);
    }
    CheckQuantities();
  }

 private:
  bool IsOn(Feature feature) const { return IsEnabled(feature, resource_.k8s_version); }

  void CheckContainer(const check::ValueCursor& container) {
    ForEachItemOf(container, "volumeMounts",
                  [&](const check::ValueCursor& mount) { volumes_.CheckMounted(mount, "name"); });
    volumes_.CheckDevices(container);
    CheckEnvironment(container, volumes_, emit_);
  }

  // The claim of a volume that is as ephemeral as its pod is named by both.
  void CheckClaimOfPod(const check::ValueCursor& volume) {
    if (!pod_.is_pod || !At(volume, "ephemeral")) {
      return;
    }
    Follow(pod_.owner, {"metadata", "name"}, [&](const check::ValueCursor& pod) {
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
    if (!pod_.is_pod) {
      return;
    }
    Follow(pod_.owner, {"metadata", "name"}, [&](const check::ValueCursor& pod) {
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
      ForEachItemOf(pod_.spec, "volumes", [&](const check::ValueCursor& volume) {
        Follow(volume, {"persistentVolumeClaim", "claimName"}, [&](const check::ValueCursor& claim) {
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
  diag::Emitter& emit_;
  PodVolumes volumes_;
};

}  // namespace

void CheckPod(const PodTemplate& pod, const Resource& resource, diag::Emitter& emit) {
  Pod(pod, resource, emit).Check();
}

}  // namespace kval::kubernetes
