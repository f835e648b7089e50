#include <optional>
#include <string>
#include <string_view>

#include "src/kubernetes/claim.h"
#include "src/kubernetes/metadata.h"
#include "src/kubernetes/node.h"
#include "src/kubernetes/other_kinds.h"
#include "src/kubernetes/scheduling.h"
#include "src/kubernetes/tell.h"
#include "src/kubernetes/volumes.h"

// Storage: claims, volumes, their classes (pkg/apis/core/validation, pkg/apis/storage/validation).
namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Kind;

constexpr diag::Def<Text> kOtherCapacity{diag::Kind::kResource,
                                         "`{}` is no capacity of a volume: only `storage` is"};
constexpr diag::Def<> kNoNode{diag::Kind::kMissingRequired,
                              "required key `nodeAffinity` is missing: a local volume is on some node"};
constexpr diag::Def<Text, Text> kDriver{diag::Kind::kBadName, "`{}` cannot be a driver: {}"};

// Lowered first: pkg/apis/storage/validation, validateProvisioner.
void CheckDriver(const Resource& resource, Text key, diag::Emitter& emit) {
  const std::optional<check::Trail> driver = At(resource.at, key);
  const Text text = driver ? TextOf(*driver) : Text();
  const std::string why = text.empty() ? std::string() : WhyNot("qualified-name", Lowered(text));
  if (!why.empty()) {
    Tell(emit, *driver, kDriver, text, why).Emit();
  }
}

}  // namespace

void CheckVolumeClaim(const Resource& resource, diag::Emitter& emit) {
  CheckClaim(resource.at, emit);
}

void CheckPersistentVolume(const Resource& resource, diag::Emitter& emit) {
  const std::optional<check::Trail> spec = At(resource.at, "spec");
  if (!spec) {
    return;
  }
  CheckAccessModes(*spec, emit);
  CheckVolumeSource(*spec, emit);
  if (const std::optional<check::Trail> capacity = At(*spec, "capacity")) {
    bool is_told = false;
    ForEachEntry(*capacity, [&](const check::Trail& entry) {
      if (const std::string name = check::KeyName(*entry.key); name != "storage") {
        TellKey(emit, entry, kOtherCapacity, name).Emit();
        is_told = true;
      }
    });
    if (!is_told || At(*capacity, "storage")) {
      CheckStorage(*capacity, "volume must have", emit);
    }
  }
  const std::optional<check::Trail> affinity = At(*spec, "nodeAffinity");
  if (const std::optional<check::Trail> required = affinity ? At(*affinity, "required") : std::nullopt) {
    CheckNodeSelector(*required, emit);
  }
  if (At(*spec, "local") && !affinity && !HasGap(*spec->value)) {
    TellMissing(emit, *spec, "nodeAffinity", kNoNode).Emit();
  }
}

void CheckStorageClass(const Resource& resource, diag::Emitter& emit) {
  CheckDriver(resource, "provisioner", emit);
}

void CheckVolumeAttributesClass(const Resource& resource, diag::Emitter& emit) {
  CheckDriver(resource, "driverName", emit);
}

}  // namespace kval::kubernetes
