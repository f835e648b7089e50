#include "src/kubernetes/volumes.h"

#include <optional>

#include "schemas/kubernetes/feature_gates.h"
#include "src/kubernetes/accessors.h"
#include "src/kubernetes/downward_api.h"
#include "src/kubernetes/metadata.h"
#include "src/kubernetes/names.h"
#include "src/kubernetes/report_at.h"
#include "src/kubernetes/volume_claim.h"
#include "src/support/keyed_hash.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;

using schemas::kubernetes::Feature;

// Whether the server keeps a source of this name, such as `podCertificate`.
bool IsKeptSource(Text name, Text k8s_version) {
  return name == "podCertificate"       ? IsEnabled(Feature::kPodCertificateRequest, k8s_version)
         : name == "clusterTrustBundle" ? IsEnabled(Feature::kClusterTrustBundleProjection, k8s_version)
                                        : true;
}

constexpr diag::Def<> kSamePath{diag::ResourceRule(7260),
                                "another source of the volume has this path already"};

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
    if (text.empty() || !GetPathInVolumeError(text).empty() || text.starts_with("..") || !is_projected_ ||
        !is_distinguished) {
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

void CheckVolume(const check::ValueCursor& volume, Text k8s_version, diag::Emitter& emit) {
  Files own(false, emit);
  CheckItemsOf(volume, own);
  Follow(volume, {"ephemeral", "volumeClaimTemplate"}, [&](const check::ValueCursor& claim) {
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
    for (const OneFile& row : kOneFiles) {
      if (const std::optional<check::ValueCursor> part = At(source, row.source);
          part && IsKeptSource(row.source, k8s_version)) {
        files.CheckFile(*part, row.path, row.source != "serviceAccountToken");
      }
    }
  });
}

}  // namespace kval::kubernetes
