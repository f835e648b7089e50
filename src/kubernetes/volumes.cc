#include "src/kubernetes/volumes.h"

#include <optional>

#include "schemas/kubernetes/feature_gates.h"
#include "src/kubernetes/accessors.h"
#include "src/kubernetes/downward_api.h"
#include "src/kubernetes/metadata.h"
#include "src/kubernetes/names.h"
#include "src/kubernetes/report_at.h"
#include "src/kubernetes/volume_claim.h"
#include "src/kubernetes/volume_sources.h"
#include "src/support/ascii_text.h"
#include "src/support/keyed_hash.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;

using schemas::kubernetes::Feature;

constexpr diag::Def<Text, Text> kBundle{diag::Kind::kBadName,
                                        "`{}` cannot be the name of a trust bundle: {}"};

constexpr diag::Def<Text, Text> kAnnotation{diag::Kind::kBadName,
                                            "`{}` cannot be the key of a user annotation: {}"};

// The name of a bundle of a signer begins with that of the signer: `example.com:name:bundle`.
std::string SignerOfBundle(Text name) {
  const size_t last = name.rfind(':');
  std::string signer(last == Text::npos ? Text() : name.substr(0, last));
  if (const size_t first = signer.find(':'); first != std::string::npos) {
    signer[first] = '/';
  }
  return signer;
}

void CheckBundle(const check::ValueCursor& bundle, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> name = At(bundle, "name");
  if (!name || TextOf(*name).empty()) {
    return;
  }
  if (const std::string why = GetTrustBundleNameError(TextOf(*name), SignerOfBundle(TextOf(*name)));
      !why.empty()) {
    ReportAt(emit, *name, kBundle, TextOf(*name), why).Emit();
  }
}

void CheckCertificate(const check::ValueCursor& certificate, diag::Emitter& emit) {
  if (const std::optional<check::ValueCursor> annotations = At(certificate, "userAnnotations")) {
    ForEachEntry(*annotations, [&](const check::ValueCursor& annotation) {
      const std::string key = check::KeyName(*annotation.key);
      const std::string why = key.find('/') == std::string::npos
                                  ? "it must have a domain, as in `example.com/name`"
                                  : GetFormatError("qualified-name", LowerCased(key));
      if (!why.empty()) {
        ReportAtKey(emit, annotation, kAnnotation, key, why).Emit();
      }
    });
  }
}

// Whether the server keeps a source of this name, such as `podCertificate`.
bool IsKeptSource(Text name, Text k8s_version) {
  return name == "podCertificate"       ? IsEnabled(Feature::kPodCertificateRequest, k8s_version)
         : name == "clusterTrustBundle" ? IsEnabled(Feature::kClusterTrustBundleProjection, k8s_version)
                                        : true;
}

// Checks a source of a projected volume: certificates and trust bundles (KV706, KV708). Fields of a disabled
// feature are dropped by the server and not checked. Source: pkg/apis/core/validation,
// validateProjectionSources.
void CheckProjectedSource(const check::ValueCursor& source, Text k8s_version, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> bundle = At(source, "clusterTrustBundle");
  if (bundle && IsKeptSource("clusterTrustBundle", k8s_version)) {
    CheckBundle(*bundle, emit);
  }
  const std::optional<check::ValueCursor> certificate = At(source, "podCertificate");
  if (certificate && IsKeptSource("podCertificate", k8s_version)) {
    CheckCertificate(*certificate, emit);
  }
}

constexpr diag::Def<Text> kOutOfVolume{diag::ResourceRule(7258), "the path leads out of the volume: {}"};
constexpr diag::Def<> kReserved{diag::ResourceRule(7259), "names that start with `..` are reserved"};

constexpr diag::Def<> kSamePath{diag::ResourceRule(7260),
                                "another source of the volume has this path already"};

constexpr diag::Def<Text> kHostPath{diag::ResourceRule(7261), "a path of {} must not contain `..`"};

constexpr diag::Def<> kPrivileged{diag::ResourceRule(7262),
                                  "only privileged containers can have mounts that are `Bidirectional`"};

constexpr diag::Def<> kAlsoDevice{diag::ResourceRule(7263), "a device of the container is the same"};
constexpr diag::Def<> kNotAbsolute{diag::ResourceRule(7265), "the path must be absolute: it begins with `/`"};

bool HasParent(Text path) {
  return path == ".." || path.starts_with("../") || path.find("/../") != Text::npos || path.ends_with("/..");
}

// A path within a volume leads nowhere else. `is_file`: it is that of a file, of which some are the
// kubelet's. Whether that is so.
bool CheckPathWithin(const check::ValueCursor& path, bool is_file, diag::Emitter& emit) {
  const Text text = TextOf(path);
  if (text.starts_with("/")) {
    ReportAt(emit, path, kOutOfVolume, "it begins with `/`").Emit();
  } else if (HasParent(text)) {
    ReportAt(emit, path, kOutOfVolume, "it contains `..`").Emit();
  } else if (is_file && text.starts_with("..")) {
    ReportAt(emit, path, kReserved).Emit();
  } else {
    return true;
  }
  return false;
}

// The files of a volume. Those that several sources are projected to have a path each.
class Files {
 public:
  Files(bool is_projected, diag::Emitter& emit) : is_projected_(is_projected), emit_(emit) {}

  void CheckItems(const check::ValueCursor& source) {
    ForEachItemOf(source, "items", [&](const check::ValueCursor& item) {
      CheckDownwardApiFields(item, DownwardApiTarget::kFile, emit_);
      CheckFile(item, "path");
    });
  }

  // `is_distinguished`: no other source may have its path.
  void CheckFile(const check::ValueCursor& holder, Text key, bool is_distinguished = true) {
    const std::optional<check::ValueCursor> path = At(holder, key);
    const Text text = path ? TextOf(*path) : Text();
    if (text.empty() || !CheckPathWithin(*path, true, emit_) || !is_projected_ || !is_distinguished) {
      return;
    }
    const auto [first, is_new] = seen_.emplace(text, path->value->span);
    if (!is_new) {
      ReportAt(emit_, *path, kSamePath).Related(first->second, "the first one").Emit();
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

void CheckItemsOf(const check::ValueCursor& source, Files& files) {
  for (const Text key : {Text("secret"), Text("configMap"), Text("downwardAPI")}) {
    if (const std::optional<check::ValueCursor> part = At(source, key)) {
      files.CheckItems(*part);
    }
  }
}

}  // namespace

void CheckFileName(const check::ValueCursor& path, diag::Emitter& emit) {
  if (HasParent(TextOf(path))) {
    ReportAt(emit, path, kOutOfVolume, "it contains `..`").Emit();
  } else if (TextOf(path).starts_with("..")) {
    ReportAt(emit, path, kReserved).Emit();
  }
}

void CheckVolumeSource(const check::ValueCursor& volume, diag::Emitter& emit) {
  constexpr Text kHost[] = {"hostPath", "path"};
  Follow(volume, kHost, [&](const check::ValueCursor& path) {
    if (HasParent(TextOf(path))) {
      ReportAt(emit, path, kHostPath, "the host").Emit();
    }
  });
  constexpr Text kNfs[] = {"nfs", "path"};
  Follow(volume, kNfs, [&](const check::ValueCursor& path) {
    if (!TextOf(path).empty() && TextOf(path).front() != '/') {
      ReportAt(emit, path, kNotAbsolute).Emit();
    }
  });
}

void CheckMounts(const check::ValueCursor& container, diag::Emitter& emit) {
  TextMap<Text, source::Span> devices;
  TextMap<Text, source::Span> places;
  ForEachItemOf(container, "volumeDevices", [&](const check::ValueCursor& device) {
    devices.emplace(GetStringField(device, "name"), device.value->span);
    const std::optional<check::ValueCursor> path = At(device, "devicePath");
    if (path) {
      places.emplace(TextOf(*path), path->value->span);
    }
    if (path && HasParent(TextOf(*path))) {
      ReportAt(emit, *path, kHostPath, "a device").Emit();
    }
  });
  const std::optional<check::ValueCursor> context = At(container, "securityContext");
  const bool is_privileged = context && (IsTrue(At(*context, "privileged")) || IsRecovered(*context->value));
  ForEachItemOf(container, "volumeMounts", [&](const check::ValueCursor& mount) {
    for (const Text key : {Text("subPath"), Text("subPathExpr")}) {
      if (const std::optional<check::ValueCursor> path = At(mount, key)) {
        CheckPathWithin(*path, false, emit);
      }
    }
    const std::optional<check::ValueCursor> sharing = At(mount, "mountPropagation");
    if (sharing && TextOf(*sharing) == "Bidirectional" && !is_privileged) {
      ReportAt(emit, *sharing, kPrivileged).Emit();
    }
    const Text name = GetStringField(mount, "name");
    const Text place = GetStringField(mount, "mountPath");
    if (const auto device = devices.find(name); device != devices.end() && !name.empty()) {
      ReportAt(emit, *At(mount, "name"), kAlsoDevice).Related(device->second, "the device").Emit();
    } else if (const auto path = places.find(place); path != places.end() && !place.empty()) {
      ReportAt(emit, *At(mount, "mountPath"), kAlsoDevice).Related(path->second, "the device").Emit();
    }
  });
}

void CheckVolume(const check::ValueCursor& volume, Text k8s_version, diag::Emitter& emit) {
  CheckVolumeSource(volume, emit);
  CheckSources(volume, false, emit);
  Files own(false, emit);
  CheckItemsOf(volume, own);
  constexpr Text kClaim[] = {"ephemeral", "volumeClaimTemplate"};
  Follow(volume, kClaim, [&](const check::ValueCursor& claim) {
    CheckVolumeClaimSpec(claim, true, emit);
    if (const std::optional<check::ValueCursor> metadata = At(claim, "metadata")) {
      CheckClaimMetadata(*metadata, emit);
    }
  });
  const std::optional<check::ValueCursor> projected = At(volume, "projected");
  if (!projected) {
    return;
  }
  Files files(true, emit);
  ForEachItemOf(*projected, "sources", [&](const check::ValueCursor& source) {
    CheckItemsOf(source, files);
    CheckProjectedSource(source, k8s_version, emit);
    for (const OneFile& row : kOneFiles) {
      if (const std::optional<check::ValueCursor> part = At(source, row.source);
          part && IsKeptSource(row.source, k8s_version)) {
        files.CheckFile(*part, row.path, row.source != "serviceAccountToken");
      }
    }
  });
}

}  // namespace kval::kubernetes
