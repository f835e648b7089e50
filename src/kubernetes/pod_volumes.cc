#include "src/kubernetes/pod_volumes.h"

#include <optional>
#include <string>

#include "src/findings/misplaced_key.h"
#include "src/kubernetes/accessors.h"
#include "src/kubernetes/report_at.h"
#include "src/kubernetes/similar_key.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Kind;

constexpr diag::Def<Text> kNoVolume{diag::ResourceRule(7155), "the pod has no volume `{}`"};
constexpr diag::Def<Text> kNoBlocks{
    diag::ResourceRule(7158),
    "the volume `{}` is not a block device: only volumes of `persistentVolumeClaim` and `ephemeral` are"};
constexpr diag::Def<Text> kNotEmpty{
    diag::ResourceRule(7159), "the volume `{}` is not an `emptyDir`, which files with variables require"};

}  // namespace

PodVolumes::PodVolumes(const PodTemplate& pod, const Resource& resource, diag::Emitter& emit)
    : pod_(pod), resource_(resource), emit_(emit) {
  Collect();
  names_.insert(all_.begin(), all_.end());
  const std::optional<check::ValueCursor> list = At(pod_.spec, "volumes");
  has_gap_ = has_gap_ || IsRecovered(*pod_.spec.value) ||
             (list && (IsRecovered(*list->value) || list->value->kind != Kind::kSequence)) ||
             (!list && HasSimilarKey(pod_.spec, "volumes"));
}

void PodVolumes::Collect() {
  ForEachItemOf(pod_.spec, "volumes", [&](const check::ValueCursor& volume) {
    all_.push_back(GetStringField(volume, "name"));
    if (At(volume, "persistentVolumeClaim") || At(volume, "ephemeral")) {
      blocks_.insert(all_.back());
    } else if (At(volume, "emptyDir")) {
      directories_.insert(all_.back());
    }
    // One without a good name may be the one that is looked for.
    has_gap_ =
        has_gap_ || IsRecovered(*volume.value) || !GetFormatError("dns1123-label", all_.back()).empty();
  });
  // The claims of a StatefulSet are volumes of its pods.
  Follow(resource_.at, {"spec"}, [&](const check::ValueCursor& spec) {
    ForEachItemOf(spec, "volumeClaimTemplates", [&](const check::ValueCursor& claim) {
      const std::optional<check::ValueCursor> metadata = At(claim, "metadata");
      all_.push_back(metadata ? GetStringField(*metadata, "name") : Text());
      blocks_.insert(all_.back());
    });
    has_gap_ = has_gap_ || IsRecovered(*spec.value);
  });
}

void PodVolumes::CheckMounted(const check::ValueCursor& mount, Text key) {
  const std::optional<check::ValueCursor> name = At(mount, key);
  const Text text = name ? TextOf(*name) : Text();
  if (text.empty() || has_gap_ || Has(text)) {
    return;
  }
  const Text nearest = suggestions_.Take(all_.size()) ? Nearest(text, all_) : Text();
  diag::DiagnosticBuilder builder = ReportAt(emit_, *name, kNoVolume, text);
  builder.Hint(nearest.empty() ? "add it to `volumes`" : "did you mean `" + std::string(nearest) + "`?");
  if (!At(pod_.spec, "volumes")) {
    for (const value::Value* other : findings::FindMisplacedKeys(pod_.spec, "volumes")) {
      builder.SupersededBy(diag::Kind::kUnknownKey, other->span);
    }
  }
  builder.Emit();
}

void PodVolumes::CheckDevices(const check::ValueCursor& container) {
  ForEachItemOf(container, "volumeDevices", [&](const check::ValueCursor& device) {
    CheckMounted(device, "name");
    const Text name = GetStringField(device, "name");
    if (!name.empty() && !has_gap_ && Has(name) && blocks_.count(name) == 0) {
      ReportAt(emit_, *At(device, "name"), kNoBlocks, name).Emit();
    }
  });
}

void PodVolumes::CheckDirectory(const check::ValueCursor& file) {
  CheckMounted(file, "volumeName");
  const std::optional<check::ValueCursor> volume = At(file, "volumeName");
  const Text name = volume ? TextOf(*volume) : Text();
  if (!has_gap_ && Has(name) && directories_.count(name) == 0) {
    ReportAt(emit_, *volume, kNotEmpty, name).Emit();
  }
}

}  // namespace kval::kubernetes
