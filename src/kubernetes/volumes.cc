#include "src/kubernetes/volumes.h"

#include <optional>
#include <utility>

#include "src/kubernetes/claim.h"
#include "src/kubernetes/metadata.h"
#include "src/kubernetes/node.h"
#include "src/kubernetes/pod_fields.h"
#include "src/kubernetes/quantities.h"
#include "src/kubernetes/tell.h"
#include "src/kubernetes/volume_sources.h"
#include "src/support/keyed_hash.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;

constexpr diag::Def<Text> kOutOfVolume{diag::Kind::kResource, "the path leads out of the volume: {}"};
constexpr diag::Def<> kReserved{diag::Kind::kResource, "names that start with `..` are reserved"};
constexpr diag::Def<> kSamePath{diag::Kind::kResource, "another source of the volume has this path already"};
constexpr diag::Def<Text> kHostPath{diag::Kind::kResource, "a path of {} must not contain `..`"};
constexpr diag::Def<> kPrivileged{diag::Kind::kResource,
                                  "only privileged containers can have mounts that are `Bidirectional`"};
constexpr diag::Def<> kAlsoDevice{diag::Kind::kResource, "a device of the container is the same"};
constexpr diag::Def<> kNegative{diag::Kind::kResource, "the limit is below 0"};
constexpr diag::Def<Text, Text> kNoDriver{diag::Kind::kBadName, "`{}` cannot be a driver: {}"};
constexpr diag::Def<> kNotAbsolute{diag::Kind::kResource, "the path must be absolute: it begins with `/`"};

bool HasParent(Text path) {
  return path == ".." || path.starts_with("../") || path.find("/../") != Text::npos || path.ends_with("/..");
}

// A path within a volume leads nowhere else. `is_file`: it is that of a file, of which some are the
// kubelet's. Whether that is so.
bool CheckPathWithin(const check::Trail& path, bool is_file, diag::Emitter& emit) {
  const Text text = TextOf(path);
  if (text.starts_with("/")) {
    Tell(emit, path, kOutOfVolume, "it begins with `/`").Emit();
  } else if (HasParent(text)) {
    Tell(emit, path, kOutOfVolume, "it contains `..`").Emit();
  } else if (is_file && text.starts_with("..")) {
    Tell(emit, path, kReserved).Emit();
  } else {
    return true;
  }
  return false;
}

// The files of a volume. Those that several sources are projected to have a path each.
class Files {
 public:
  Files(bool is_projected, diag::Emitter& emit) : is_projected_(is_projected), emit_(emit) {}

  void CheckItems(const check::Trail& source) {
    ForEachItemOf(source, "items", [&](const check::Trail& item) {
      CheckToldFields(item, ToldTo::kFile, emit_);
      CheckFile(item, "path");
    });
  }

  // `is_told_apart`: no other source may have its path.
  void CheckFile(const check::Trail& holder, Text key, bool is_told_apart = true) {
    const std::optional<check::Trail> path = At(holder, key);
    const Text text = path ? TextOf(*path) : Text();
    if (text.empty() || !CheckPathWithin(*path, true, emit_) || !is_projected_ || !is_told_apart) {
      return;
    }
    const auto [first, is_new] = seen_.emplace(text, path->value->span);
    if (!is_new) {
      Tell(emit_, *path, kSamePath).Related(first->second, "the first one").Emit();
    }
  }

 private:
  bool is_projected_;
  diag::Emitter& emit_;
  TextMap<Text, source::Span> seen_;
};

// Sources of one file each, by the keys of its paths.
struct OneFile {
  Text source, path;
};
constexpr OneFile kOneFiles[] = {{"clusterTrustBundle", "path"},
                                 {"podCertificate", "credentialBundlePath"},
                                 {"podCertificate", "keyPath"},
                                 {"podCertificate", "certificateChainPath"},
                                 {"serviceAccountToken", "path"}};

void CheckItemsOf(const check::Trail& source, Files& files) {
  for (const Text key : {Text("secret"), Text("configMap"), Text("downwardAPI")}) {
    if (const std::optional<check::Trail> part = At(source, key)) {
      files.CheckItems(*part);
    }
  }
}

}  // namespace

void CheckFileName(const check::Trail& path, diag::Emitter& emit) {
  if (HasParent(TextOf(path))) {
    Tell(emit, path, kOutOfVolume, "it contains `..`").Emit();
  } else if (TextOf(path).starts_with("..")) {
    Tell(emit, path, kReserved).Emit();
  }
}

std::string WhyNoDriver(Text name) {
  return name.size() > 63 ? "it has more than 63 characters" : WhyNot("dns1123-subdomain", Lowered(name));
}

void CheckVolumeSource(const check::Trail& volume, diag::Emitter& emit) {
  constexpr Text kHost[] = {"hostPath", "path"};
  Follow(volume, kHost, [&](const check::Trail& path) {
    if (HasParent(TextOf(path))) {
      Tell(emit, path, kHostPath, "the host").Emit();
    }
  });
  constexpr Text kDriver[] = {"csi", "driver"};
  Follow(volume, kDriver, [&](const check::Trail& driver) {
    const std::string why = TextOf(driver).empty() ? std::string() : WhyNoDriver(TextOf(driver));
    if (!why.empty()) {
      Tell(emit, driver, kNoDriver, TextOf(driver), why).Emit();
    }
  });
  constexpr Text kNfs[] = {"nfs", "path"};
  Follow(volume, kNfs, [&](const check::Trail& path) {
    if (!TextOf(path).empty() && TextOf(path).front() != '/') {
      Tell(emit, path, kNotAbsolute).Emit();
    }
  });
}

void CheckMounts(const check::Trail& container, diag::Emitter& emit) {
  TextMap<Text, source::Span> devices;
  TextMap<Text, source::Span> places;
  ForEachItemOf(container, "volumeDevices", [&](const check::Trail& device) {
    devices.emplace(TextAt(device, "name"), device.value->span);
    const std::optional<check::Trail> path = At(device, "devicePath");
    if (path) {
      places.emplace(TextOf(*path), path->value->span);
    }
    if (path && HasParent(TextOf(*path))) {
      Tell(emit, *path, kHostPath, "a device").Emit();
    }
  });
  const std::optional<check::Trail> context = At(container, "securityContext");
  const bool is_privileged = context && (IsTrue(At(*context, "privileged")) || HasGap(*context->value));
  ForEachItemOf(container, "volumeMounts", [&](const check::Trail& mount) {
    for (const Text key : {Text("subPath"), Text("subPathExpr")}) {
      if (const std::optional<check::Trail> path = At(mount, key)) {
        CheckPathWithin(*path, false, emit);
      }
    }
    const std::optional<check::Trail> sharing = At(mount, "mountPropagation");
    if (sharing && TextOf(*sharing) == "Bidirectional" && !is_privileged) {
      Tell(emit, *sharing, kPrivileged).Emit();
    }
    const Text name = TextAt(mount, "name");
    const Text place = TextAt(mount, "mountPath");
    if (const auto device = devices.find(name); device != devices.end() && !name.empty()) {
      Tell(emit, *At(mount, "name"), kAlsoDevice).Related(device->second, "the device").Emit();
    } else if (const auto path = places.find(place); path != places.end() && !place.empty()) {
      Tell(emit, *At(mount, "mountPath"), kAlsoDevice).Related(path->second, "the device").Emit();
    }
  });
}

void CheckVolume(const check::Trail& volume, diag::Emitter& emit) {
  CheckVolumeSource(volume, emit);
  CheckSources(volume, false, emit);
  Files own(false, emit);
  CheckItemsOf(volume, own);
  constexpr Text kLimit[] = {"emptyDir", "sizeLimit"};
  Follow(volume, kLimit, [&](const check::Trail& limit) {
    const std::optional<cel::Quantity> amount = AmountOf(*limit.value);
    if (amount && amount->Sign() < 0) {
      Tell(emit, limit, kNegative).Emit();
    }
  });
  constexpr Text kClaim[] = {"ephemeral", "volumeClaimTemplate"};
  Follow(volume, kClaim, [&](const check::Trail& claim) {
    CheckClaim(claim, true, emit);
    if (const std::optional<check::Trail> metadata = At(claim, "metadata")) {
      CheckClaimMetadata(*metadata, emit);
    }
  });
  const std::optional<check::Trail> projected = At(volume, "projected");
  if (!projected) {
    return;
  }
  Files files(true, emit);
  ForEachItemOf(*projected, "sources", [&](const check::Trail& source) {
    CheckItemsOf(source, files);
    for (const OneFile& row : kOneFiles) {
      if (const std::optional<check::Trail> part = At(source, row.source)) {
        files.CheckFile(*part, row.path, row.source != "serviceAccountToken");
      }
    }
  });
}

}  // namespace kval::kubernetes
