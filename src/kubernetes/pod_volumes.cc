#include "src/kubernetes/pod_volumes.h"

#include <optional>
#include <string>

#include "schemas/kubernetes/table.h"

#include "src/check/key_elsewhere.h"
#include "src/kubernetes/names.h"
#include "src/kubernetes/near_key.h"
#include "src/kubernetes/node.h"
#include "src/kubernetes/tell.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Kind;

constexpr diag::Def<Text> kNoVolume{diag::Kind::kResource, "the pod has no volume `{}`"};
constexpr diag::Def<> kDevicesOfUsers{diag::Kind::kResource,
                                      "devices cannot be combined with `hostUsers: false`"};
constexpr diag::Def<> kDeviceTwice{diag::Kind::kResource, "another device of the container is the same"};
constexpr diag::Def<Text> kNoBlocks{
    diag::Kind::kResource,
    "the volume `{}` is not a block device: only volumes of `persistentVolumeClaim` and `ephemeral` are"};
constexpr diag::Def<Text> kNotEmpty{
    diag::Kind::kResource, "the volume `{}` is not an `emptyDir`, which files with variables require"};

}  // namespace

PodVolumes::PodVolumes(const PodTemplate& pod, const Resource& resource, diag::Emitter& emit)
    : pod_(pod), resource_(resource), emit_(emit) {
  Collect();
  names_.insert(all_.begin(), all_.end());
  const std::optional<check::Trail> list = At(pod_.spec, "volumes");
  has_gap_ = has_gap_ || HasGap(*pod_.spec.value) ||
             (list && (HasGap(*list->value) || list->value->kind != Kind::kSequence)) ||
             (!list && HasMisspelt(pod_.spec, "volumes"));
}

void PodVolumes::Collect() {
  ForEachItemOf(pod_.spec, "volumes", [&](const check::Trail& volume) {
    all_.push_back(TextAt(volume, "name"));
    if (At(volume, "persistentVolumeClaim") || At(volume, "ephemeral")) {
      blocks_.insert(all_.back());
    } else if (At(volume, "emptyDir")) {
      directories_.insert(all_.back());
    }
    // One without a good name may be the one that is looked for.
    has_gap_ = has_gap_ || HasGap(*volume.value) || !WhyNot("dns1123-label", all_.back()).empty();
  });
  // The claims of a StatefulSet are volumes of its pods.
  constexpr Text kClaims[] = {"spec"};
  Follow(resource_.at, kClaims, [&](const check::Trail& spec) {
    ForEachItemOf(spec, "volumeClaimTemplates", [&](const check::Trail& claim) {
      const std::optional<check::Trail> metadata = At(claim, "metadata");
      all_.push_back(metadata ? TextAt(*metadata, "name") : Text());
      blocks_.insert(all_.back());
    });
    has_gap_ = has_gap_ || HasGap(*spec.value);
  });
}

void PodVolumes::CheckMounted(const check::Trail& mount, Text key) {
  const std::optional<check::Trail> name = At(mount, key);
  const Text text = name ? TextOf(*name) : Text();
  if (text.empty() || has_gap_ || Has(text)) {
    return;
  }
  const Text nearest = suggestions_.Take(all_.size()) ? Nearest(text, all_) : Text();
  diag::Builder builder = Tell(emit_, *name, kNoVolume, text);
  builder.Hint(nearest.empty() ? "add it to `volumes`" : "did you mean `" + std::string(nearest) + "`?");
  if (!At(pod_.spec, "volumes")) {
    for (const value::Value* other : check::KeysElsewhere(pod_.spec, "volumes")) {
      builder.ToldBy(diag::Kind::kUnknownKey, other->span);
    }
  }
  builder.Emit();
}

void PodVolumes::CheckDevices(const check::Trail& container) {
  const std::optional<check::Trail> devices = At(container, "volumeDevices");
  if (!devices || devices->value->kind != Kind::kSequence || devices->value->items().empty()) {
    return;
  }
  const std::optional<check::Trail> users = At(pod_.spec, "hostUsers");
  if (users && users->value->kind == Kind::kBool && !users->value->boolean &&
      schemas::kubernetes::IsAtLeast(resource_.k8s_version, "1.35")) {
    TellKey(emit_, *devices, kDevicesOfUsers).Related(users->value->span, "which is here").Emit();
  }
  TextMap<Text, source::Span> names;
  TextMap<Text, source::Span> paths;
  ForEachItem(*devices, [&](const check::Trail& device) {
    CheckMounted(device, "name");
    CheckDevice(device, "name", names);
    CheckDevice(device, "devicePath", paths);
  });
}

void PodVolumes::CheckDevice(const check::Trail& device, Text key, TextMap<Text, source::Span>& known) {
  const std::optional<check::Trail> at = At(device, key);
  const Text text = at ? TextOf(*at) : Text();
  if (text.empty()) {
    return;
  }
  if (const auto [first, is_new] = known.emplace(text, at->value->span); !is_new) {
    Tell(emit_, *at, kDeviceTwice).Related(first->second, "the first one").Emit();
  } else if (key == "name" && !has_gap_ && Has(text) && blocks_.count(text) == 0) {
    Tell(emit_, *at, kNoBlocks, text).Emit();
  }
}

void PodVolumes::CheckDirectory(const check::Trail& file) {
  CheckMounted(file, "volumeName");
  const std::optional<check::Trail> volume = At(file, "volumeName");
  const Text name = volume ? TextOf(*volume) : Text();
  if (!has_gap_ && Has(name) && directories_.count(name) == 0) {
    Tell(emit_, *volume, kNotEmpty, name).Emit();
  }
}

}  // namespace kval::kubernetes
